import type { HttpAnswer, HttpPort, HttpRequest } from '../ports.ts';

/** What may be done to a call: `after` lets it happen at the provider first. */
export interface Disturbance {
  /** The n-th call from now, counted from 0. */
  readonly call: number;
  readonly with: HttpAnswer;
  readonly after: boolean;
}

export interface WatchedHttp extends HttpPort {
  readonly sent: readonly HttpRequest[];
  forget(): void;
  disturb(disturbance: Disturbance | undefined): void;
}

/** Remembers what an adapter sends, and disturbs one call on demand. */
export function createWatchedHttp(inner: HttpPort): WatchedHttp {
  const sent: HttpRequest[] = [];
  let planned: Disturbance | undefined;
  return {
    sent,
    forget: () => {
      sent.length = 0;
    },
    disturb: (disturbance) => {
      planned = disturbance;
    },
    async send(request) {
      const here = planned?.call === sent.length ? planned : undefined;
      sent.push(request);
      if (here !== undefined && !here.after) return here.with;
      const answer = await inner.send(request);
      return here === undefined ? answer : here.with;
    },
  };
}
