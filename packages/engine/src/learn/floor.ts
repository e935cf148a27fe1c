import type { ReliabilityPolicy } from '../policy.ts';
import { PPM } from './estimate.ts';

/** What an estimate means for a connection that is, or is not, counted as degraded. */
export type FloorChange = 'degraded' | 'recovered' | 'unchanged';

/** The way back up is longer: a connection has to rise by this part of what is left above the floor. */
const RECOVERY_PART = 5;

/**
 * A connection degrades when its estimate falls under the floor, and recovers only well above it, at `recoveryPpm`. Between the
 * two it stays what it was, so an estimate that trembles around the floor raises one event and not a stream of them. That is
 * why the state is asked for and not the estimate before: the last one alone cannot tell on which side it came from.
 */
export function floorChange(
  isDegraded: boolean,
  estimatePpm: number,
  policy: Pick<ReliabilityPolicy, 'floorPpm'>,
): FloorChange {
  if (!isDegraded) return estimatePpm < policy.floorPpm ? 'degraded' : 'unchanged';
  return estimatePpm >= recoveryPpm(policy.floorPpm) ? 'recovered' : 'unchanged';
}

/** Never above certainty, so that a connection can always recover. */
export function recoveryPpm(floorPpm: number): number {
  return Math.min(PPM, floorPpm + Math.floor((PPM - floorPpm) / RECOVERY_PART));
}
