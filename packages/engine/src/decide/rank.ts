/** The hot part: scores at an amount, and who comes first by them. */
import type { Preference } from '../vocabulary.ts';
import type { Field, Runner } from './field.ts';
import type { Ordering } from './orders.ts';
import { pieceAt } from './piecewise.ts';
import { addWhole, linear, type Whole } from './whole.ts';

/** What each runner's cost weighs at an amount, for comparing; 0 where that is not known. */
export function costScores({ runners }: Field, amount: Whole): readonly Whole[] {
  const scores: Whole[] = [];
  for (const runner of runners) scores.push(costScore(runner, runner.base, runner.slope, amount));
  return scores;
}

/** The same with the discounts of contracts that are behind. */
export function pacedScores({ runners }: Field, amount: Whole): readonly Whole[] {
  const scores: Whole[] = [];
  for (const runner of runners) scores.push(costScore(runner, runner.pacedBase, runner.pacedSlope, amount));
  return scores;
}

/** Cost, risk and time together. */
export function expectedScores({ runners }: Field, costs: readonly Whole[]): readonly Whole[] {
  const scores: Whole[] = [];
  for (let at = 0; at < runners.length; at += 1) {
    scores.push(addWhole(costs[at] ?? 0, runners[at]?.extra ?? 0));
  }
  return scores;
}

/** What a preference compares: the expected cost, or the cost. */
export function scoresFor(field: Field, preference: Preference, costs: readonly Whole[]): readonly Whole[] {
  return preference === 'recommended' ? expectedScores(field, costs) : costs;
}

/** The scores that decide, with pacing where there is any. */
export function decisiveScores(field: Field, preference: Preference, amount: Whole): readonly Whole[] {
  return scoresFor(field, preference, field.pacing ? pacedScores(field, amount) : costScores(field, amount));
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

function costScore(
  { candidate }: Runner,
  base: readonly Whole[],
  slope: readonly Whole[],
  amount: Whole,
): Whole {
  const from = candidate.price?.cost.from;
  if (from === undefined || base.length === 0) return 0;
  const at = base.length === 1 ? 0 : pieceAt(from, amount);
  return linear(base[at] ?? 0, slope[at] ?? 0, amount);
}
