/**
 * What a silent operation says. While it is younger than the rail's own p99 it says nothing: ninety-nine of a hundred take no
 * longer. From there it counts more and more as a failure, until at four times the p99 it counts as a whole one. It is evidence
 * about the rail only: the operation itself stays what it is, and no timer makes it fail.
 *
 * Such evidence is worked out afresh from what is pending now and never stored, so that an operation which does end is not
 * counted twice.
 */
import type { ReliabilityCell } from '../snapshot.ts';
import { fadeMicro, wholeStepsMs } from './fade.ts';
import { OUTCOME_MICRO } from './observe-outcome.ts';

/** In multiples of the rail's p99. */
export const LATE_FROM_P99S = 1;
export const LATE_FULLY_P99S = 4;

/** The failure evidence of operations pending for so long, in millionths of an outcome, each rounded down. */
export function latePendingMicro(agesMs: readonly number[], p99Ms: number): number {
  // A rail that answers at once still needs a moment; without this a p99 of 0 would divide by nothing.
  const unitMs = Math.max(1, p99Ms);
  const fromMs = LATE_FROM_P99S * unitMs;
  const spanMs = (LATE_FULLY_P99S - LATE_FROM_P99S) * unitMs;
  let totalMicro = 0;
  for (const ageMs of agesMs) {
    const lateMs = Math.min(Math.max(0, ageMs - fromMs), spanMs);
    totalMicro += Math.floor((lateMs * OUTCOME_MICRO) / spanMs);
  }
  return totalMicro;
}

/**
 * The cell as a snapshot should show it at this moment while these operations are silent. What it holds is faded to now first,
 * so that old evidence and fresh silence weigh what they should. Its samples are those that ended.
 */
export function withLatePending(
  cell: ReliabilityCell,
  pending: { readonly agesMs: readonly number[]; readonly p99Ms: number },
  nowMs: number,
  halfLifeMs: number,
): ReliabilityCell {
  return withLateMicro(cell, latePendingMicro(pending.agesMs, pending.p99Ms), nowMs, halfLifeMs);
}

/** The same for evidence that was already weighed. Time passes by whole steps, so that the same silence is the same snapshot. */
export function withLateMicro(
  cell: ReliabilityCell,
  lateMicro: number,
  nowMs: number,
  halfLifeMs: number,
): ReliabilityCell {
  if (lateMicro === 0) return cell;
  const elapsedMs = wholeStepsMs(nowMs - cell.asOfMs, halfLifeMs);
  return {
    ...cell,
    successMicro: fadeMicro(cell.successMicro, elapsedMs, halfLifeMs),
    failureMicro: fadeMicro(cell.failureMicro, elapsedMs, halfLifeMs) + lateMicro,
    asOfMs: cell.asOfMs + elapsedMs,
  };
}
