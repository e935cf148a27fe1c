/** All that is known about a field once the amount is: what decides, what is shown, and what the explanations speak of. */
import type { AmountOnWire } from '../amount.ts';
import { invariant } from '../invariant.ts';
import type { Preference } from '../vocabulary.ts';
import type { CompiledSnapshot } from './compiled-snapshot.ts';
import type { Field } from './field.ts';
import { type Labels, labelsOf } from './labels.ts';
import { rangeUp, valueUpAt } from './piecewise.ts';
import { decisiveScores, plainScores } from './rank.ts';
import type { Runner } from './runner.ts';
import type { CandidatePrice } from './situation.ts';
import { divideUp, type Whole } from './whole.ts';

export interface Verdict {
  readonly snapshot: CompiledSnapshot;
  readonly field: Field;
  readonly preference: Preference;
  /** What decides; with pacing, where there is any. */
  readonly scores: readonly Whole[];
  /** The same without pacing. */
  readonly plainScores: readonly Whole[];
  readonly labels: Labels;
  readonly costs: readonly (ShownCost | undefined)[];
  /** Of the expected cost without pacing, which is what a rail would really come to; only when it is what counts. */
  readonly expectedTexts: readonly string[];
  readonly band: BandShown | undefined;
}

export interface ShownCost {
  readonly cost: AmountOnWire | { readonly min: AmountOnWire; readonly max: AmountOnWire };
  readonly text: string;
}

/** What is special about a band. */
export interface BandShown {
  readonly min: Whole;
  readonly max: Whole;
  /** The amount at which it was ranked, in words. */
  readonly middle: string;
  readonly owner: MiddleOwner;
}

/** Who is chosen for exactly the middle. A limit or a rule for a part of the band may give it to another, or to nobody. */
export type MiddleOwner =
  | {
      readonly is: 'chosen';
      /** Where around the middle it is first, in words; absent when it is so everywhere. */
      readonly best: { readonly from: string; readonly to: string } | undefined;
    }
  | { readonly is: 'other'; readonly connection: string; readonly name: string }
  | { readonly is: 'nobody' };

/** Ranked at an amount; for a band that is its middle, and costs are shown as a range. */
export function judgeAt(
  snapshot: CompiledSnapshot,
  field: Field,
  preference: Preference,
  amount: Whole,
  band: BandShown | undefined,
): Verdict {
  const { costs, expected } = plainScores(field, amount);
  const plain = preference === 'recommended' ? expected : costs;
  return {
    snapshot,
    field,
    preference,
    plainScores: plain,
    scores: field.pacing ? decisiveScores(field, preference, amount) : plain,
    labels: labelsOf(field, costs, expected),
    costs: shownCosts(field, amount, band),
    expectedTexts: preference === 'recommended' ? expectedTextsOf(snapshot, field, expected) : [],
    band,
  };
}

export function runnerAt({ field }: Pick<Verdict, 'field'>, at: number): Runner {
  const runner = field.runners[at];
  invariant(runner !== undefined, 'an order names runners of its field only.');
  return runner;
}

/** Asked only of runners whose cost is known. */
export function costText({ costs }: Verdict, { at }: Runner): string {
  return costs[at]?.text ?? '';
}

export function expectedText({ expectedTexts }: Verdict, { at }: Runner): string {
  return expectedTexts[at] ?? '';
}

/** Whether it was the pacing that put one before the other. */
export function isPacedOver({ plainScores }: Verdict, won: Runner, lost: Runner): boolean {
  return (plainScores[won.at] ?? 0) > (plainScores[lost.at] ?? 0);
}

function shownCosts(
  { runners }: Field,
  amount: Whole,
  band: BandShown | undefined,
): readonly (ShownCost | undefined)[] {
  const shown: (ShownCost | undefined)[] = [];
  for (const { candidate } of runners) {
    const { price } = candidate;
    if (price === undefined) shown.push(undefined);
    else if (band === undefined) shown.push(price.write(valueUpAt(price.cost, amount)));
    else shown.push(rangeOf(price, amount, band));
  }
  return shown;
}

function rangeOf({ cost, write }: CandidatePrice, middle: Whole, band: BandShown): ShownCost {
  const { min, max } = rangeUp(cost, band.min, band.max);
  return { cost: { min: write(min).cost, max: write(max).cost }, text: write(valueUpAt(cost, middle)).text };
}

function expectedTextsOf(
  { writeValuation }: CompiledSnapshot,
  { scorePerMinor }: Field,
  expected: readonly Whole[],
): readonly string[] {
  const texts: string[] = [];
  for (const score of expected) texts.push(writeValuation(divideUp(score, scorePerMinor)).text);
  return texts;
}
