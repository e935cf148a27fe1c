/**
 * Where in a band the winner changes, exactly: the amounts from which on another rail, or none, is the winner of a decision
 * for that very amount.
 *
 * The band is cut at every amount where anything bends: limits, bounds of rules, and the pieces of every price. Between two
 * cuts all scores are straight lines and all else stands still, so the amounts at which one rail wins lie side by side.
 * Hence, where both ends have the same winner, so has everything between them, and halving finds each change.
 */
import type { Field } from './field.ts';
import { knotsBetween } from './piecewise.ts';
import { compareWhole, oneLess, oneMore, type Whole, wholeOf } from './whole.ts';

export interface BandContest {
  /** The field for an exact amount. */
  readonly fieldAt: (amount: Whole) => Field;
  /** The connection that wins there, or `undefined`. */
  readonly winnerIn: (field: Field, amount: Whole) => string | undefined;
  /** The amounts at which the field changes. */
  readonly knots: readonly Whole[];
}

export function breakpointsOf(contest: BandContest, min: Whole, max: Whole): readonly Whole[] {
  const breakpoints: Whole[] = [];
  let last: string | undefined;
  for (const stretch of stretches(contest.knots, min, max)) {
    const field = contest.fieldAt(stretch.lo);
    const bends = field.runners.flatMap(({ candidate }) =>
      candidate.price === undefined ? [] : knotsBetween(candidate.price.cost.from, stretch.lo, stretch.hi),
    );
    const winnerAt = (amount: Whole) => contest.winnerIn(field, amount);
    for (const { lo, hi } of stretches(bends, stretch.lo, stretch.hi)) {
      const [first, end] = [winnerAt(lo), winnerAt(hi)];
      if (first !== last && lo > min) breakpoints.push(lo);
      findChanges(winnerAt, lo, first, hi, end, breakpoints);
      last = end;
    }
  }
  return breakpoints;
}

/** The middle, rounded down. */
export function middleOf(lo: Whole, hi: Whole): Whole {
  return wholeOf((BigInt(lo) + BigInt(hi)) / 2n);
}

/** Everything from `min` to `max`, cut before each knot. */
function stretches(
  knots: readonly Whole[],
  min: Whole,
  max: Whole,
): readonly { readonly lo: Whole; readonly hi: Whole }[] {
  const starts = [min, ...new Set(knotsBetween(knots, min, max))].sort(compareWhole);
  return starts.map((lo, at) => {
    const next = starts[at + 1];
    return { lo, hi: next === undefined ? max : oneLess(next) };
  });
}

function findChanges(
  winnerAt: (amount: Whole) => string | undefined,
  lo: Whole,
  atLo: string | undefined,
  hi: Whole,
  atHi: string | undefined,
  found: Whole[],
): void {
  if (atLo === atHi) return;
  if (oneMore(lo) === hi) {
    found.push(hi);
    return;
  }
  const middle = middleOf(lo, hi);
  const atMiddle = winnerAt(middle);
  findChanges(winnerAt, lo, atLo, middle, atMiddle, found);
  findChanges(winnerAt, middle, atMiddle, hi, atHi, found);
}
