import { createRateLimiter, type OwnRateLimiter, type RateLimit } from '../rate-limit.ts';

/** Calls by caller, attempts to sign in by address and by operator, wrong tokens by address; on each node. */
export type ManageLimiters = Readonly<Record<keyof typeof MANAGE_RATE_LIMITS, OwnRateLimiter>>;

const PER_MINUTE = 1 / 60;

export const MANAGE_RATE_LIMITS = {
  calls: { perSecond: 20, burst: 100 },
  signInsByAddress: { perSecond: 20 * PER_MINUTE, burst: 20 },
  signInsByOperator: { perSecond: 5 * PER_MINUTE, burst: 10 },
  authFailures: { perSecond: 20 * PER_MINUTE, burst: 20 },
} as const satisfies Readonly<Record<string, RateLimit>>;

export function createManageLimiters(): ManageLimiters {
  return {
    calls: createRateLimiter(MANAGE_RATE_LIMITS.calls),
    signInsByAddress: createRateLimiter(MANAGE_RATE_LIMITS.signInsByAddress),
    signInsByOperator: createRateLimiter(MANAGE_RATE_LIMITS.signInsByOperator),
    authFailures: createRateLimiter(MANAGE_RATE_LIMITS.authFailures),
  };
}

/** How long whoever tries to sign in has to wait first; undefined when not at all. */
export function signInWaitS(
  limiters: ManageLimiters | undefined,
  attempt: { readonly address: string; readonly operator: string; readonly now: Date },
): number | undefined {
  if (limiters === undefined) return undefined;
  const nowMs = attempt.now.getTime();
  const verdicts = [
    limiters.signInsByAddress.take(attempt.address, nowMs),
    limiters.signInsByOperator.take(attempt.operator, nowMs),
  ];
  const waits = verdicts.filter(({ allowed }) => !allowed).map(({ retryAfterS }) => retryAfterS);
  return waits.length === 0 ? undefined : Math.max(...waits);
}
