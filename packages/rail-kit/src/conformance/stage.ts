import type { Ports } from '../ports.ts';
import type { Rail } from '../rail.ts';
import type { RailFixture } from './fixture.ts';
import { createRealHttp } from './real-http.ts';
import { createWatchedHttp, type WatchedHttp } from './watched-http.ts';

/** A rail that is open, with its clock and its calls in the suite's hands. */
export interface Stage {
  readonly rail: Rail;
  readonly http: WatchedHttp;
  moveClock(byMs: number): void;
}

/** A fresh one has no cached token, so every call an operation needs is made. */
export function openStage<Credentials>(fixture: RailFixture<Credentials>): Stage {
  const http = createWatchedHttp(createRealHttp());
  let offsetMs = 0;
  const ports: Ports = {
    http,
    now: () => Date.now() + offsetMs,
    randomUuid: () => crypto.randomUUID(),
    webhookUrl: 'http://127.0.0.1:9/rails/conformance',
  };
  const rail = fixture.module.open({ rail: fixture.rail, credentials: fixture.credentials, ports });
  return {
    rail,
    http,
    moveClock: (byMs) => {
      offsetMs += byMs;
    },
  };
}
