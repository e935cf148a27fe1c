/** Puts together the rate limits: one bucket for each key and kind of call, and one for each address that brings wrong keys. */
import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Limiters } from './http/admit.ts';
import { createJointRateLimiter, type JointRateLimiter } from './http/joint-rate-limit.ts';
import type { RateLimit } from './http/rate-limit.ts';
import { createTokenExchange } from './http/token-exchange.ts';
import type { Stopper } from './stopper.ts';
import type { Database } from './store/database.ts';
import { takeRateTokens } from './store/rate-buckets.ts';

export interface LimitersDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly logger: Pick<Logger, 'warn'>;
  readonly pepper: Buffer;
}

const BRING_BACK_EVERY_MS = 500;

export function createLimiters(
  limits: Config['rateLimits'],
  { db, now, logger, pepper }: LimitersDeps,
  stopper: Stopper,
): Limiters {
  if (limits === undefined) return {};
  const exchange = createTokenExchange((requests) => takeRateTokens(db, requests));
  const onFault = (error: unknown) =>
    logger.warn({ err: error }, 'the rate limits could not be shared; this node limits by itself');
  const shared: JointRateLimiter[] = [];
  const limiter = (limit: RateLimit, nameOf: (key: string) => string) => {
    const made = createJointRateLimiter({ exchange, now, nameOf, onFault }, limit);
    shared.push(made);
    return made;
  };
  // An address is somebody's: what stands in the database does not tell whose.
  const addressName = (address: string) =>
    `address ${createHmac('sha256', pepper).update(`address ${address}`).digest('base64url')}`;
  const limiters: Limiters = {
    calls: {
      live: limiter(limits.live, (key) => `calls ${key}`),
      test: limiter(limits.test, (key) => `calls ${key}`),
      liveDecide: limiter(limits.liveDecide, (key) => `decide ${key}`),
      testDecide: limiter(limits.testDecide, (key) => `decide ${key}`),
    },
    authFailures: limiter(limits.authFailures, addressName),
  };
  const timer = setInterval(() => {
    for (const one of shared) void one.bringBack();
  }, BRING_BACK_EVERY_MS);
  timer.unref();
  stopper.add('rate limits', () => clearInterval(timer));
  return limiters;
}
