/** Every limit of this package, by name. */

/** One attempt, from the first byte sent to the last one read. */
export const TIMEOUT_MS_DEFAULT = 10_000;

/** The first try included. */
export const ATTEMPTS_MAX = 5;
/** The wait before the second try; it doubles with each further one, up to the longest. */
export const BACKOFF_MS_FIRST = 200;
export const BACKOFF_MS_MAX = 5_000;
/** A service that asks for a longer pause gets its answer passed on instead. */
export const RETRY_AFTER_MS_MAX = 30_000;

export const FOLLOW_EVERY_MS_DEFAULT = 10_000;
/** The longest interval that a timer takes, jitter included. */
export const FOLLOW_EVERY_MS_MAX = 86_400_000;
/** Each wait is longer or shorter by up to this share, so that a fleet does not call in step. */
export const FOLLOW_JITTER_PERCENT = 20;

/** Of this many local decisions the context is remembered; beyond it the oldest is forgotten. */
export const REMEMBERED_DECISIONS_MAX = 10_000;

/** How far the time of a webhook may be from ours, either way. */
export const WEBHOOK_TOLERANCE_S = 5 * 60;
