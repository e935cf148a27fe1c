/**
 * The three preferences as orders. Each compares a group, then a score that depends on the amount, then a tie rank; groups and
 * tie ranks are settled here, so that every order is total: no two runners share a tie rank.
 *
 * cheapest: known costs first, cost, faster, more reliable. fastest: known speeds first, speed, known costs first, cost, more
 * reliable. recommended: known costs first, expected cost. What is still equal stands in the order of rails.
 */
import type { Preference } from '../vocabulary.ts';
import type { Runner } from './runner.ts';

export interface Ordering {
  readonly group: readonly number[];
  readonly tie: readonly number[];
  /** Those in the first group: one of them comes first, whatever the amount. */
  readonly front: readonly number[];
}

export type Orders = Readonly<Record<Preference, Ordering>>;

type Compare = (a: Runner, b: Runner) => number;

/** Runners come in the order of rails. */
export function orderRunners(runners: readonly Runner[]): Orders {
  const known = runners.map(({ comparable }) => (comparable ? 0 : 1));
  return {
    cheapest: ordering(
      known,
      ranks(runners, (a, b) => bySpeed(a, b) || byReliability(a, b)),
    ),
    fastest: ordering(
      places(runners, bySpeed).map((place, at) => 2 * place + (known[at] ?? 0)),
      ranks(runners, byReliability),
    ),
    recommended: ordering(
      known,
      runners.map((_, at) => at),
    ),
  };
}

/** The same order, but a lesser prefix comes before everything. */
export function prefixed({ group, tie }: Ordering, prefixes: readonly number[]): Ordering {
  const step = Math.max(0, ...group) + 1;
  return ordering(
    group.map((each, at) => (prefixes[at] ?? 0) * step + each),
    tie,
  );
}

function ordering(group: readonly number[], tie: readonly number[]): Ordering {
  const first = Math.min(...group);
  return { group, tie, front: group.flatMap((each, at) => (each === first ? [at] : [])) };
}

function bySpeed(a: Runner, b: Runner): number {
  const [x, y] = [a.candidate.latency?.p50Ms, b.candidate.latency?.p50Ms];
  if (x === y) return 0;
  if (x === undefined) return 1;
  return y === undefined ? -1 : x - y;
}

function byReliability(a: Runner, b: Runner): number {
  return b.reliability.successPpm - a.reliability.successPpm;
}

/** A different number for each runner. Sorting is stable, so equals keep the order of rails. */
function ranks(runners: readonly Runner[], compare: Compare): readonly number[] {
  return numbered(runners, compare, () => true);
}

/** The same number for equals. */
function places(runners: readonly Runner[], compare: Compare): readonly number[] {
  return numbered(runners, compare, (a, b) => compare(a, b) !== 0);
}

function numbered(
  runners: readonly Runner[],
  compare: Compare,
  isNext: (a: Runner, b: Runner) => boolean,
): readonly number[] {
  const sorted = runners.map((runner, at) => ({ runner, at })).sort((a, b) => compare(a.runner, b.runner));
  const numbers: number[] = runners.map(() => 0);
  let number = 0;
  sorted.forEach(({ runner, at }, place) => {
    const previous = sorted[place - 1];
    if (previous !== undefined && isNext(previous.runner, runner)) number += 1;
    numbers[at] = number;
  });
  return numbers;
}
