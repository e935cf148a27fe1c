const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long after the last look the next one follows while nobody knows; after the last an operator looks. */
export const PROBES_MS: readonly number[] = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 7 }, () => DAY_MS),
];

/** While the provider works on it: soon at first, then less and less often. */
export function nextQueryMs(looks: number): number {
  return QUERIES_MS[Math.min(looks, QUERIES_MS.length - 1)] ?? HOUR_MS;
}

const QUERIES_MS: readonly number[] = [
  SECOND_MS,
  SECOND_MS,
  2 * SECOND_MS,
  3 * SECOND_MS,
  5 * SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
];

/**
 * While it is the user's turn: often at first, because people approve and close the tab; then less and less, for as long as the
 * provider would still take the approval.
 */
export function approvalLookMs(looks: number): number {
  if (looks < 30) return 10 * SECOND_MS;
  return looks < 60 ? MINUTE_MS : HOUR_MS;
}

/** Not connected is no harm and may be repeated, but a user is waiting: after these the leg is given up. */
export const OUTAGES_MS: readonly number[] = [
  SECOND_MS,
  2 * SECOND_MS,
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
];
