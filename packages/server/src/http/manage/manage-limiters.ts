import { createRateLimiter, type OwnRateLimiter, type RateLimit } from '../rate-limit.ts';

/** Calls by caller, and wrong tokens by address; on each node. */
export type ManageLimiters = Readonly<Record<keyof typeof MANAGE_RATE_LIMITS, OwnRateLimiter>>;

const PER_MINUTE = 1 / 60;

export const MANAGE_RATE_LIMITS = {
  calls: { perSecond: 20, burst: 100 },
  authFailures: { perSecond: 20 * PER_MINUTE, burst: 20 },
} as const satisfies Readonly<Record<string, RateLimit>>;

export function createManageLimiters(): ManageLimiters {
  return {
    calls: createRateLimiter(MANAGE_RATE_LIMITS.calls),
    authFailures: createRateLimiter(MANAGE_RATE_LIMITS.authFailures),
  };
}
