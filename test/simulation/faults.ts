/** How bad a seed's world is: every seed draws its own rates, and some of them are mild. */
import type { Random } from '../harness/random.ts';

export interface Faults {
  /** Chances, per exchange with a provider. */
  readonly notConnected: number;
  /** That it begins to be out of reach, for minutes. */
  readonly outage: number;
  readonly requestLost: number;
  readonly requestLate: number;
  readonly serverError: number;
  readonly answerLost: number;
  /** Per webhook. */
  readonly webhookLost: number;
  readonly webhookTwice: number;
  readonly webhookLateMsMax: number;
  /** Per step of a process. */
  readonly crash: number;
  readonly pause: number;
  readonly clockJump: number;
  /** Per round trip to the database. */
  readonly connectionLost: number;
  readonly commitUnacknowledged: number;
  /** What people and banks do. */
  readonly refused: number;
  readonly creditWrong: number;
  /** That money which has arrived comes back. */
  readonly returned: number;
}

export const NO_FAULTS: Faults = {
  notConnected: 0,
  outage: 0,
  requestLost: 0,
  requestLate: 0,
  serverError: 0,
  answerLost: 0,
  webhookLost: 0,
  webhookTwice: 0,
  webhookLateMsMax: 2_000,
  crash: 0,
  pause: 0,
  clockJump: 0,
  connectionLost: 0,
  commitUnacknowledged: 0,
  refused: 0,
  creditWrong: 0,
  returned: 0,
};

const HOUR_MS = 60 * 60 * 1000;

export function drawFaults(random: Random): Faults {
  const upTo = (max: number) => (random.chance(0.4) ? 0 : (random.between(0, 1_000) / 1_000) * max);
  return {
    notConnected: upTo(0.3),
    outage: upTo(0.1),
    requestLost: upTo(0.3),
    requestLate: upTo(0.1),
    serverError: upTo(0.3),
    answerLost: upTo(0.3),
    webhookLost: upTo(0.5),
    webhookTwice: upTo(0.5),
    webhookLateMsMax: random.pick([2_000, 60_000, HOUR_MS, 72 * HOUR_MS]),
    crash: upTo(0.02),
    pause: upTo(0.03),
    clockJump: upTo(0.06),
    connectionLost: upTo(0.04),
    commitUnacknowledged: upTo(0.06),
    refused: upTo(0.4),
    creditWrong: upTo(0.3),
    returned: upTo(0.3),
  };
}
