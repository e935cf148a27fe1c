/** How long a session lasts. */
export const SESSION_IDLE_MS_MAX = 60 * 60 * 1000;
export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;

/** Each has a connection to the database for seconds, which payments need too. */
export const STATISTICS_AT_ONCE_MAX = 2;
export const STATISTICS_WAIT_MS_MAX = 10_000;

const PER_MINUTE = 1 / 60;

/** How often somebody may call, guess a token, or try to sign in. */
export const MANAGE_RATE_LIMITS = {
  calls: { perSecond: 20, burst: 100 },
  authFailures: { perSecond: 20 * PER_MINUTE, burst: 20 },
  signInsByAddress: { perSecond: 20 * PER_MINUTE, burst: 20 },
  signInsByOperator: { perSecond: 5 * PER_MINUTE, burst: 10 },
} as const;
