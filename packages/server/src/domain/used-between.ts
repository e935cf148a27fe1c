import type { ContractUsage } from './routing.ts';

/**
 * What was counted under a contract in all periods that began between two moments, the first included. Periods nest by the calendar
 * (months in quarters, quarters in years), so a contract that has changed to longer ones brings along what the shorter ones counted.
 */
export function usedBetween(
  usage: readonly ContractUsage[],
  contractId: string,
  { start, end }: { readonly start: Date; readonly end: Date },
): bigint {
  return usage
    .filter((one) => one.contractId === contractId && one.periodStart >= start && one.periodStart < end)
    .reduce((sum, { used }) => sum + BigInt(used), 0n);
}
