import { summariseLatency } from '@switchyard/engine';
import type { Measured, StoredConnection } from './routing.ts';
import { worstEstimatePpm } from './worst-estimate.ts';

export interface ConnectionHealth {
  readonly successPpm: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** A connection is as good as the worst of what it does: other operations cannot hide that one. Null where nothing was seen. */
export function connectionHealth(
  { rail, body: { operations } }: Pick<StoredConnection, 'rail' | 'body'>,
  measured: Measured | undefined,
  nowMs: number,
): ConnectionHealth {
  if (measured === undefined) return { successPpm: null, p50Ms: null, p95Ms: null };
  const { reliability, latency, policy } = measured;
  const cells = reliability.filter((cell) => cell.rail === rail);
  const latencies = latency
    .filter(
      ({ rail: of, operation }) => of === rail && (operations.length === 0 || operations.includes(operation)),
    )
    .flatMap(({ sketch }) => summariseLatency(sketch) ?? []);
  const worst = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values));
  return {
    successPpm: worstEstimatePpm(cells, operations, nowMs, policy.reliability) ?? null,
    p50Ms: worst(latencies.map(({ p50Ms }) => p50Ms)),
    p95Ms: worst(latencies.map(({ p95Ms }) => p95Ms)),
  };
}
