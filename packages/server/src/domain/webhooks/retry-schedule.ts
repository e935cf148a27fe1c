/**
 * When a message is tried. Ten tries: at once, then each so long after the one before it, a fifth more or less, so that
 * messages that failed together do not come back together. After the last one it is a dead letter.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait before the second try, the third … */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
export const TRIES_MAX = RETRY_WAITS_MS.length + 1;
export const JITTER_PERCENT = 20;
/** A receiver may ask for a longer pause, but not for one that the schedule itself would never make. */
export const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

/** How long to wait after so many tries; undefined when there is none left. `chance` is from 0 to 1. */
export function waitAfter(
  triesMade: number,
  chance: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const waitMs = RETRY_WAITS_MS[triesMade - 1];
  if (waitMs === undefined) return undefined;
  const jittered = Math.round(waitMs * (1 + (JITTER_PERCENT / 100) * (2 * chance - 1)));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX));
}
