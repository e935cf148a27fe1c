/** The hot part: scores at an amount, and who comes first by them. */
import type { Preference } from '../vocabulary.ts';
import type { Field } from './field.ts';
import type { Ordering } from './orders.ts';
import { pieceAt } from './piecewise.ts';
import { linear, type Whole } from './whole.ts';

export interface Scores {
  /** What each runner's cost weighs, for comparing. */
  readonly costs: readonly Whole[];
  /** Cost, risk and time together. */
  readonly expected: readonly Whole[];
}

export function plainScores({ runners }: Field, amount: Whole): Scores {
  const costs: Whole[] = [];
  const expected: Whole[] = [];
  for (const { from, plain } of runners) {
    const at = pieceAt(from, amount);
    const slope = plain.slope[at] ?? 0;
    costs.push(linear(plain.cost[at] ?? 0, slope, amount));
    expected.push(linear(plain.expected[at] ?? 0, slope, amount));
  }
  return { costs, expected };
}

/** What a preference compares, with the discounts of contracts that are behind. */
export function decisiveScores({ runners }: Field, preference: Preference, amount: Whole): readonly Whole[] {
  const scores: Whole[] = [];
  for (const { from, plain, paced = plain } of runners) {
    const at = pieceAt(from, amount);
    const base = preference === 'recommended' ? paced.expected : paced.cost;
    scores.push(linear(base[at] ?? 0, paced.slope[at] ?? 0, amount));
  }
  return scores;
}

/** All runners, best first. Sorted by insertion: they are few, and comparing is all there is to do. */
export function rankAll({ group, tie }: Ordering, scores: readonly Whole[]): readonly number[] {
  const order: number[] = [];
  for (let at = 0; at < group.length; at += 1) {
    const ownGroup = group[at] ?? 0;
    const ownScore = scores[at] ?? 0;
    const ownTie = tie[at] ?? 0;
    let place = at;
    for (; place > 0; place -= 1) {
      const other = order[place - 1] ?? 0;
      const otherGroup = group[other] ?? 0;
      if (otherGroup < ownGroup) break;
      if (otherGroup === ownGroup) {
        const otherScore = scores[other] ?? 0;
        if (otherScore < ownScore || (otherScore === ownScore && (tie[other] ?? 0) < ownTie)) break;
      }
      order[place] = other;
    }
    order[place] = at;
  }
  return order;
}

/** The best of all, or -1 when nobody runs. */
export function firstOf(ordering: Ordering, scores: readonly Whole[]): number {
  return firstAmong(ordering.front, ordering, scores);
}

/** The best of some, or -1 when there are none. */
export function firstAmong(
  some: readonly number[],
  { group, tie }: Ordering,
  scores: readonly Whole[],
): number {
  let best = some[0] ?? -1;
  for (let place = 1; place < some.length; place += 1) {
    const at = some[place] ?? 0;
    if (comesBefore(group, tie, scores, at, best)) best = at;
  }
  return best;
}

function comesBefore(
  group: readonly number[],
  tie: readonly number[],
  scores: readonly Whole[],
  a: number,
  b: number,
): boolean {
  const groups = (group[a] ?? 0) - (group[b] ?? 0);
  if (groups !== 0) return groups < 0;
  const x = scores[a] ?? 0;
  const y = scores[b] ?? 0;
  return x === y ? (tie[a] ?? 0) < (tie[b] ?? 0) : x < y;
}
