/** What the load generator is told and what it answers, across the channel between the two processes. */
import type { RequestTemplate } from './request-template.ts';

export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  /** Stop after this long … */
  readonly seconds: number;
  /** … or after this many answers, whichever comes first. */
  readonly answersMax?: number;
  readonly requests: readonly RequestTemplate[];
}

export type LoadResult =
  | {
      readonly ok: true;
      readonly answers: number;
      readonly elapsedMs: number;
      readonly latency: LoadLatency;
      /** How much of one core the generator took: near 1 it, and not the server, set the pace. */
      readonly generatorBusy: number;
    }
  | { readonly ok: false; readonly problem: string };

/** From the first byte of a request to the last of its answer, as the client saw it. */
export interface LoadLatency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}
