/**
 * Pacing: a contract that is behind its commitment may have its rail chosen although it is a little dearer, because what is
 * promised and not used is paid all the same. Behind means: less was used than the part of the period that has passed.
 */
import { parseTime } from '../iso-time.ts';
import type { Contract } from '../snapshot.ts';
import { type Ratio, reduce } from './ratio.ts';
import { readWhole, wholeBetween } from './whole.ts';

export interface Pace {
  readonly startMs: number;
  readonly endMs: number;
  readonly used: bigint;
  readonly promised: bigint;
  /** What a cost is multiplied with while the contract is behind: as dear as the tolerance allows then compares equal. */
  readonly discount: Ratio;
  readonly tolerancePpm: number;
}

const PPM = 1_000_000;

export function readPace(contract: Contract): Pace | undefined {
  const { commitment } = contract;
  if (commitment === undefined) return undefined;
  const [startMs, endMs] = [parseTime(contract.periodStart), parseTime(contract.periodEnd)];
  const [used, promised] = [readWhole(contract.used), readWhole(commitment.value)];
  const tolerancePpm = wholeBetween(commitment.tolerancePpm, 0, PPM);
  if (startMs === undefined || endMs === undefined || used === undefined || promised === undefined)
    return undefined;
  const discount = reduce({ numerator: BigInt(PPM), denominator: BigInt(PPM + tolerancePpm) });
  return { startMs, endMs, used: BigInt(used), promised: BigInt(promised), discount, tolerancePpm };
}

export function isBehind({ startMs, endMs, used, promised }: Pace, nowMs: number): boolean {
  if (nowMs < startMs || nowMs >= endMs) return false;
  return used * BigInt(endMs - startMs) < promised * BigInt(nowMs - startMs);
}
