/**
 * A rate limit that is one for all nodes. The bucket stands in the store; each node holds a small share of its tokens, taken ahead
 * of need, and spends it without asking anybody. Half a share before the end the next is asked for, beside the calls; a call
 * waits only when its node has nothing left. What a node has not used for a moment it brings back.
 *
 * What always holds: a call is admitted only against a token that was taken out of the bucket. So all nodes together admit at most
 * the burst, the rate times the time, and what they held at its beginning: at most a share (an eighth of the burst) each. While the
 * store does not answer, each node limits by itself.
 */
import { createRateLimiter, type RateLimit, type RateLimiter, type RateLimitVerdict } from './rate-limit.ts';
import type { TokenExchange } from './token-exchange.ts';

export interface JointRateLimiter extends RateLimiter {
  /** What was not used lately is brought back, and forgotten here. Somebody calls it now and then. */
  bringBack(): Promise<void>;
}

export interface JointLimitDeps {
  readonly exchange: TokenExchange;
  readonly now: () => number;
  /** The name of a caller's bucket, by which all nodes know it. */
  readonly nameOf: (key: string) => string;
  readonly onFault: (error: unknown) => void;
}

/** What this node holds of one bucket. */
interface Share {
  readonly name: string;
  held: number;
  /** How much it aims to hold: more when calls had to wait, less again when none had to. */
  aim: number;
  /** How many calls wait. */
  waiting: number;
  asking: Promise<void> | undefined;
  /** The bucket was empty; before this nobody needs to ask again. */
  emptyUntilMs: number;
  /** The store did not answer; until then the node limits by itself. */
  aloneUntilMs: number;
  usedMs: number;
  /** What was left in the bucket when it was last seen. */
  seen: { readonly tokens: number; readonly atMs: number };
}

const SHARES_PER_BURST_MAX = 16;
const SHARES_PER_BURST_MIN = 8;
/** An empty bucket is not asked more often than this. */
const ASK_EVERY_MS_MIN = 50;
const UNUSED_MS = 1_000;
const ALONE_MS = 1_000;

/** The most that one node holds of a bucket. */
export function shareMax({ burst }: RateLimit): number {
  return Math.ceil(burst / SHARES_PER_BURST_MIN);
}

export function createJointRateLimiter(deps: JointLimitDeps, limit: RateLimit): JointRateLimiter {
  const shares = new Map<string, Share>();
  const ownLimiter = createRateLimiter(limit);
  const aimMin = Math.ceil(limit.burst / SHARES_PER_BURST_MAX);
  const aimMax = shareMax(limit);

  function shareOf(key: string, nowMs: number): Share {
    const present = shares.get(key);
    if (present !== undefined) return present;
    const share: Share = {
      name: deps.nameOf(key),
      held: 0,
      aim: aimMin,
      waiting: 0,
      asking: undefined,
      emptyUntilMs: 0,
      aloneUntilMs: 0,
      usedMs: nowMs,
      seen: { tokens: limit.burst, atMs: nowMs },
    };
    shares.set(key, share);
    return share;
  }

  async function ask(share: Share): Promise<void> {
    share.aim = share.waiting > 0 ? Math.min(aimMax, share.aim * 2) : Math.max(aimMin, share.aim - 1);
    const wanted = Math.max(1, Math.min(aimMax, Math.max(share.aim, share.waiting)) - share.held);
    try {
      const grant = await deps.exchange.ask({ name: share.name, ...limit, returned: 0, wanted });
      const nowMs = deps.now();
      share.held += grant.granted;
      share.seen = { tokens: grant.tokens, atMs: nowMs };
      if (grant.granted === 0) {
        const refillMs = ((1 - grant.tokens) / limit.perSecond) * 1_000;
        share.emptyUntilMs = nowMs + Math.max(ASK_EVERY_MS_MIN, refillMs);
      }
    } catch (error) {
      share.aloneUntilMs = deps.now() + ALONE_MS;
      deps.onFault(error);
    } finally {
      share.asking = undefined;
    }
  }

  /** Undefined when the bucket has to be asked first. */
  function takeHeld(key: string, share: Share, nowMs: number): RateLimitVerdict | undefined {
    if (share.held >= 1) {
      share.held -= 1;
      if (share.held < share.aim / 2 && nowMs >= share.emptyUntilMs) share.asking ??= ask(share);
      return verdictOf(limit, share, true, nowMs);
    }
    if (nowMs < share.aloneUntilMs) return ownLimiter.take(key, nowMs);
    if (nowMs < share.emptyUntilMs) return verdictOf(limit, share, false, nowMs);
    return undefined;
  }

  async function takeAsked(key: string, share: Share): Promise<RateLimitVerdict> {
    share.waiting += 1;
    try {
      for (;;) {
        share.asking ??= ask(share);
        await share.asking;
        const verdict = takeHeld(key, share, deps.now());
        if (verdict !== undefined) return verdict;
      }
    } finally {
      share.waiting -= 1;
    }
  }

  return {
    limit,
    take(key, nowMs) {
      const share = shareOf(key, nowMs);
      share.usedMs = nowMs;
      return takeHeld(key, share, nowMs) ?? takeAsked(key, share);
    },
    async bringBack() {
      const nowMs = deps.now();
      const unused = [...shares].filter(
        ([, share]) => nowMs - share.usedMs > UNUSED_MS && share.asking === undefined && share.waiting === 0,
      );
      for (const [key] of unused) shares.delete(key);
      await Promise.all(
        unused.map(async ([, { name, held }]) => {
          if (held === 0) return;
          // What cannot be brought back is refilled by time.
          await deps.exchange.ask({ name, ...limit, returned: held, wanted: 0 }).catch(deps.onFault);
        }),
      );
    },
  };
}

function verdictOf(limit: RateLimit, share: Share, allowed: boolean, nowMs: number): RateLimitVerdict {
  const refilled = (Math.max(0, nowMs - share.seen.atMs) / 1_000) * limit.perSecond;
  const left = Math.min(limit.burst, share.held + Math.min(limit.burst, share.seen.tokens + refilled));
  return {
    allowed,
    remaining: allowed ? Math.floor(left) : 0,
    fullAfterS: Math.ceil((limit.burst - left) / limit.perSecond),
    retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((share.emptyUntilMs - nowMs) / 1_000)),
  };
}
