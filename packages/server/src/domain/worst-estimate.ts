import { type CapabilityId, estimatePpm, type Policy, type ReliabilityCell } from '@switchyard/engine';

/**
 * How often the worst of what a connection does succeeds, by the widest cells of its rail. Undefined when nothing was ever seen
 * of it: a prior alone condemns nobody.
 */
export function worstEstimatePpm(
  cells: readonly ReliabilityCell[],
  operations: readonly CapabilityId[],
  nowMs: number,
  settings: Policy['reliability'],
): number | undefined {
  const estimates = cells
    .filter(
      ({ samples, operation }) => samples > 0 && (operations.length === 0 || operations.includes(operation)),
    )
    .map((cell) => estimatePpm({ operation: cell }, nowMs, settings).successPpm);
  return estimates.length === 0 ? undefined : Math.min(...estimates);
}
