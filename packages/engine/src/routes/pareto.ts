/** Comparing ways by several measures at once. Less is better in each; what a cost is that nobody knows is worse than any. */
import type { Way } from './way.ts';

export type Criterion = (a: Way, b: Way) => number;

/** Cost, time and reliability: what a route is judged by. */
export const ROUTE_CRITERIA: readonly Criterion[] = [byCost, byTime, byReliability];

/** The same on the way, where being slow without luck counts too: it may miss a lock that another way keeps. */
export const LABEL_CRITERIA: readonly Criterion[] = [
  byTime,
  (a, b) => a.p95AtMs - b.p95AtMs,
  byReliability,
  byCost,
];

/**
 * The ways that no other one beats, and the rest. One way beats another when it is as good by every criterion and better by
 * one. Sorted by the criteria one after the other, whatever beats a way stands before it; so it is enough to look at the
 * front so far.
 */
export function byDominance(
  ways: readonly Way[],
  criteria: readonly Criterion[],
): { readonly front: readonly Way[]; readonly rest: readonly Way[] } {
  const sorted = ways.toSorted((a, b) => compareBy(criteria, a, b));
  const front: Way[] = [];
  const rest: Way[] = [];
  for (const way of sorted) (front.some((one) => beats(criteria, one, way)) ? rest : front).push(way);
  return { front, rest };
}

export function compareBy(criteria: readonly Criterion[], a: Way, b: Way): number {
  for (const compare of criteria) {
    const order = compare(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

export function byCost({ costMicro: a }: Way, { costMicro: b }: Way): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  return b === undefined || a < b ? -1 : 1;
}

export function byTime(a: Way, b: Way): number {
  return a.p50AtMs - b.p50AtMs;
}

export function byReliability(a: Way, b: Way): number {
  return b.successPpm - a.successPpm;
}

/** Known costs first, then cost, risk and time together. */
export function byExpected(a: Way, b: Way): number {
  const known = Number(a.costMicro === undefined) - Number(b.costMicro === undefined);
  if (known !== 0) return known;
  return a.expectedMicro === b.expectedMicro ? 0 : a.expectedMicro < b.expectedMicro ? -1 : 1;
}

function beats(criteria: readonly Criterion[], a: Way, b: Way): boolean {
  let isBetter = false;
  for (const compare of criteria) {
    const order = compare(a, b);
    if (order > 0) return false;
    if (order < 0) isBetter = true;
  }
  return isBetter;
}
