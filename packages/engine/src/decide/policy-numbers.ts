/** The policy's figures as whole numbers within bounds, so that whatever a snapshot says can be computed with. */
import type { Policy, ReliabilityPolicy } from '../policy.ts';
import { readWhole, type Whole, wholeBetween } from './whole.ts';

export interface PolicyNumbers {
  readonly failureCost: bigint;
  readonly hourCost: bigint;
  readonly reliability: ReliabilityPolicy;
  readonly explorationPpm: number;
  readonly explorationAmountMax: Whole;
}

const PPM = 1_000_000;
/** More outcomes than that are not a prior any more. */
const PRIOR_STRENGTH_MAX = 1_000_000;

export function readPolicyNumbers({ valuation, reliability, exploration }: Policy): PolicyNumbers {
  return {
    failureCost: BigInt(readWhole(valuation.failureCost) ?? 0),
    hourCost: BigInt(readWhole(valuation.hourCost) ?? 0),
    reliability: {
      floorPpm: wholeBetween(reliability.floorPpm, 0, PPM),
      priorPpm: wholeBetween(reliability.priorPpm, 0, PPM),
      priorStrength: wholeBetween(reliability.priorStrength, 0, PRIOR_STRENGTH_MAX),
      halfLifeMs: wholeBetween(reliability.halfLifeMs, 1, Number.MAX_SAFE_INTEGER),
    },
    explorationPpm: wholeBetween(exploration.ratePpm, 0, PPM),
    explorationAmountMax: readWhole(exploration.amountMax) ?? 0,
  };
}
