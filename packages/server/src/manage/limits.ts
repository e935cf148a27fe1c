/** How long a session lasts. */
export const SESSION_IDLE_MS_MAX = 60 * 60 * 1000;
export const SESSION_MS_MAX = 12 * 60 * 60 * 1000;

/** Each has a connection to the database for seconds, which payments need too. */
export const STATISTICS_AT_ONCE_MAX = 2;
export const STATISTICS_WAIT_MS_MAX = 10_000;
