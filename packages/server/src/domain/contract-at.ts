import type { Contract } from '@switchyard/engine';
import { periodAt } from './contract-period.ts';
import type { ContractUsage, StoredContract } from './routing.ts';
import { usedBetween } from './used-between.ts';

/** A contract as the engine reads it: in the period that a moment lies in, with what was used of it by then. */
export function contractAt(
  { id, connectionId, body }: StoredContract,
  usage: readonly ContractUsage[],
  now: Date,
): Contract {
  const { period, key: _, ...terms } = body;
  const { start, end } = periodAt(period, now);
  return {
    id,
    connection: connectionId,
    ...terms,
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
    used: String(usedBetween(usage, id, { start, end })),
  };
}
