/** Who is chosen, and by what: the ranking, a rule of the policy, or a draw. */
import type { Approach } from '../decision.ts';
import type { Preference } from '../vocabulary.ts';
import type { CompiledSnapshot } from './compiled-snapshot.ts';
import { avalanche, drawBelow, drawWeighted, hash32 } from './draw.ts';
import type { Field } from './field.ts';
import { firstAmong, firstOf, rankAll } from './rank.ts';
import type { Whole } from './whole.ts';

export interface Choice {
  /** All runners; the chosen one is first, the others stand by rank. */
  readonly order: readonly number[];
  readonly approach: Approach;
  readonly reason: ChoiceReason;
  readonly propensityPpm: number;
}

export type ChoiceReason =
  | { readonly by: 'ranking' | 'degraded' | 'exploration' | 'request' | 'only' }
  | { readonly by: 'prefer' | 'require' | 'split'; readonly rule: string };

export interface ChoiceInput {
  readonly snapshot: CompiledSnapshot;
  readonly preference: Preference;
  readonly id: string;
  /** Whether the amount is known and small enough to try something. */
  readonly mayExplore: boolean;
}

const CERTAIN_PPM = 1_000_000;
const HASH_RANGE = 2 ** 32;

/** The field has at least one runner. */
export function choose(field: Field, scores: readonly Whole[], input: ChoiceInput): Choice {
  const order = rankAll(field.decisive[input.preference], scores);
  const { guide } = field;
  if (field.degraded) return certain(order, 'degraded', { by: 'degraded' });
  if (guide?.type === 'split') return split(field, order, guide, input);
  if (guide?.type === 'prefer') return certain(order, 'policy', { by: 'prefer', rule: guide.rule });
  if (input.mayExplore && order.length > 1) return explore(field, order, input);
  return certain(order, ...rankedBy(field, order.length));
}

/** The first of a choice without exploration, when nobody asks for the others. -1 when nobody runs. */
export function winner(
  field: Field,
  scores: readonly Whole[],
  { snapshot, preference, id }: Omit<ChoiceInput, 'mayExplore'>,
): number {
  const ordering = field.decisive[preference];
  if (field.guide?.type !== 'split') return firstOf(ordering, scores);
  const { rail } = drawRail(snapshot, field.guide, id);
  const drawn = field.runners.flatMap(({ candidate }, at) => (candidate.rail === rail ? [at] : []));
  return firstAmong(drawn, ordering, scores);
}

function certain(order: readonly number[], approach: Approach, reason: ChoiceReason): Choice {
  return { order, approach, reason, propensityPpm: CERTAIN_PPM };
}

function rankedBy(field: Field, runners: number): [Approach, ChoiceReason] {
  if (field.required !== undefined) return ['policy', { by: 'require', rule: field.required }];
  if (runners > 1) return ['ranked', { by: 'ranking' }];
  return field.narrowedByRequest ? ['forced', { by: 'request' }] : ['ranked', { by: 'only' }];
}

type SplitGuide = Extract<Field['guide'], { type: 'split' }>;

function split(field: Field, order: readonly number[], guide: SplitGuide, input: ChoiceInput): Choice {
  const { rail, sharePpm } = drawRail(input.snapshot, guide, input.id);
  const drawn = order.find((at) => field.runners[at]?.candidate.rail === rail) ?? 0;
  return {
    order: toFront(order, drawn),
    approach: 'policy',
    reason: { by: 'split', rule: guide.rule },
    propensityPpm: sharePpm,
  };
}

/** Shares are of those rails that are still in the running. */
function drawRail({ policy }: CompiledSnapshot, { rule, shares }: SplitGuide, id: string) {
  const weights = shares.map(({ percent }) => percent);
  const drawn = drawWeighted(hash32(`${policy.salt}:${rule}:${id}`), weights);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    rail: shares[drawn]?.rail,
    sharePpm: Math.floor(((weights[drawn] ?? 0) * CERTAIN_PPM) / total),
  };
}

/** With the odds of the policy's rate one of the others, each with the same odds, and else the best. */
function explore(field: Field, order: readonly number[], { snapshot, id }: ChoiceInput): Choice {
  const ratePpm = snapshot.numbers.explorationPpm;
  const hash = hash32(`${snapshot.policy.salt}:explore:${id}`);
  const others = order.length - 1;
  if (hash * CERTAIN_PPM >= ratePpm * HASH_RANGE) {
    const [approach, reason] = rankedBy(field, order.length);
    return { order, approach, reason, propensityPpm: CERTAIN_PPM - ratePpm };
  }
  // Those that explore have low hashes; mixing once more spreads them evenly over the others.
  const drawn = order[1 + drawBelow(avalanche(hash ^ 0x9e3779b9), others)] ?? 0;
  return {
    order: toFront(order, drawn),
    approach: 'explored',
    reason: { by: 'exploration' },
    propensityPpm: Math.floor(ratePpm / others),
  };
}

function toFront(order: readonly number[], first: number): readonly number[] {
  return [first, ...order.filter((at) => at !== first)];
}
