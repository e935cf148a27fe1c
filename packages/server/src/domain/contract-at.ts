import type { Contract } from '@switchyard/engine';
import { periodAt } from './contract-period.ts';
import type { ContractUsage, StoredContract } from './routing.ts';

/** A contract as the engine reads it: in the period that a moment lies in, with what was used of it by then. */
export function contractAt(
  { id, connectionId, body }: StoredContract,
  usage: readonly ContractUsage[],
  now: Date,
): Contract {
  const { period, key: _, ...terms } = body;
  const { start, end } = periodAt(period, now);
  const current = usage.find(
    ({ contractId, periodStart }) => contractId === id && periodStart.getTime() === start.getTime(),
  );
  return {
    id,
    connection: connectionId,
    ...terms,
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
    used: current?.used ?? '0',
  };
}
