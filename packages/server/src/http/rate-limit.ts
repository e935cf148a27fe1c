/**
 * Token buckets: a rate that refills, a burst that may be spent at once. A bucket nobody has used for as long as it
 * takes to refill is full again and is forgotten, so the memory held is bounded by the callers of the last moments.
 */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateLimitVerdict {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly fullAfterS: number;
  readonly retryAfterS: number;
}

export interface RateLimiter {
  readonly limit: RateLimit;
  /** At once, unless somebody else has to be asked first. */
  take(key: string, nowMs: number): RateLimitVerdict | Promise<RateLimitVerdict>;
}

/** One that asks nobody, and so holds for its own process only. */
export interface OwnRateLimiter extends RateLimiter {
  take(key: string, nowMs: number): RateLimitVerdict;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Past this many buckets the oldest are dropped: an attacker with many addresses must not fill the memory. */
const BUCKETS_MAX = 50_000;

export function createRateLimiter(limit: RateLimit): OwnRateLimiter {
  // A Map keeps the order of insertion, and a used bucket is inserted anew, so the first is the longest unused.
  const buckets = new Map<string, Bucket>();
  const refillMs = (limit.burst / limit.perSecond) * 1000;

  function forgetSome(nowMs: number): void {
    for (const [key, bucket] of buckets) {
      if (buckets.size <= BUCKETS_MAX && nowMs - bucket.atMs < refillMs) return;
      buckets.delete(key);
    }
  }

  return {
    limit,
    take(key, nowMs) {
      const held = buckets.get(key) ?? { tokens: limit.burst, atMs: nowMs };
      const refilled = (Math.max(0, nowMs - held.atMs) / 1000) * limit.perSecond;
      const tokens = Math.min(limit.burst, held.tokens + refilled);
      const allowed = tokens >= 1;
      const left = allowed ? tokens - 1 : tokens;
      buckets.delete(key);
      buckets.set(key, { tokens: left, atMs: nowMs });
      forgetSome(nowMs);
      return {
        allowed,
        remaining: Math.floor(left),
        fullAfterS: Math.ceil((limit.burst - left) / limit.perSecond),
        retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - left) / limit.perSecond)),
      };
    },
  };
}
