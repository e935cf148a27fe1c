import type { Reliability } from '../decision.ts';
import type { Candidate } from './situation.ts';
import type { Whole } from './whole.ts';

/**
 * A rail in the running, with its scores as straight lines between the knots of its price. All share a slope per piece; the
 * bases differ. What has no comparable cost scores as if it cost nothing, and stands in a group of its own.
 */
export interface Runner {
  /** Its place in the field. */
  readonly at: number;
  readonly candidate: Candidate;
  readonly reliability: Reliability;
  readonly success: string;
  readonly comparable: boolean;
  readonly from: readonly Whole[];
  /** Of the cost, and of cost, risk and time together. */
  readonly plain: ScoreLines;
  /** The same with the pacing discount, if the contract is behind. */
  readonly paced: ScoreLines | undefined;
}

export interface ScoreLines {
  readonly slope: readonly Whole[];
  readonly cost: readonly Whole[];
  readonly expected: readonly Whole[];
}
