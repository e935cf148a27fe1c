import { MANAGE_RATE_LIMITS } from '../../manage/limits.ts';
import { createRateLimiter, type OwnRateLimiter } from '../rate-limit.ts';

/**
 * Calls by caller, wrong tokens by address and attempts to sign in by network; on each node, before anyone asks the database. Attempts to sign in are
 * counted once more for all nodes together, by the same limit: no node refuses what all of them together would let pass.
 */
export interface ManageLimiters {
  readonly calls: OwnRateLimiter;
  readonly authFailures: OwnRateLimiter;
  readonly signIns: OwnRateLimiter;
}

export function createManageLimiters(): ManageLimiters {
  return {
    calls: createRateLimiter(MANAGE_RATE_LIMITS.calls),
    authFailures: createRateLimiter(MANAGE_RATE_LIMITS.authFailures),
    signIns: createRateLimiter(MANAGE_RATE_LIMITS.signInsByAddress),
  };
}
