import type { LatencyCell, SnapshotConnection } from '../snapshot.ts';
import { wholeBetween } from './whole.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Fewer measurements than this say less than what the provider states. */
export const LATENCY_SAMPLES_MIN = 20;

/** What was measured, else what the provider states, else nothing: a speed is never guessed. */
export function speedOf(
  cell: LatencyCell | undefined,
  { declaredLatency }: SnapshotConnection,
): Latency | undefined {
  const latency = cell !== undefined && cell.samples >= LATENCY_SAMPLES_MIN ? cell : declaredLatency;
  return latency === undefined
    ? undefined
    : { p50Ms: milliseconds(latency.p50Ms), p95Ms: milliseconds(latency.p95Ms) };
}

function milliseconds(value: number): number {
  return wholeBetween(value, 0, Number.MAX_SAFE_INTEGER);
}
