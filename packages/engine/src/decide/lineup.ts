/**
 * Who is in the running for a range of amounts: limits first, then the policy's rules in their order. Between two knots of
 * a situation every amount has the same line-up. A band has one too: of what holds for all of it.
 */
import type { Exclusion, Fix } from '../decision.ts';
import type { RuleAction } from '../policy.ts';
import { because } from '../sentences.ts';
import { amountText, boundsText } from './amount-text.ts';
import type { Limit } from './compiled-snapshot.ts';
import { deepFreeze } from './deep-freeze.ts';
import { exclude, ruleFix } from './exclusion.ts';
import { type AmountRange, holdsFor } from './policy-rules.ts';
import type { Candidate, Situation } from './situation.ts';
import type { Whole } from './whole.ts';

export interface Lineup {
  readonly candidates: readonly Candidate[];
  readonly excluded: readonly Exclusion[];
  readonly narrowedByRequest: boolean;
  /** The last rule that required rails. */
  readonly required: string | undefined;
  /** The first rule that prefers or splits. */
  readonly guide: Guide | undefined;
}

export type Guide = { readonly rule: string } & (
  | { readonly type: 'prefer'; readonly rails: readonly string[] }
  | Extract<RuleAction, { type: 'split' }>
);

/** `range` and `asset` are absent together, when the request states no amount. */
export function buildLineup(situation: Situation, range: AmountRange | undefined, asset: string): Lineup {
  const left: Exclusion[] = [];
  let running = situation.candidates;
  if (range !== undefined) running = running.filter((one) => keep(left, limitExclusion(one, range, asset)));
  let required: string | undefined;
  let guide: Guide | undefined;
  for (const bound of situation.rules) {
    if (!holdsFor(bound, range)) continue;
    const { id, then } = bound.rule;
    if (then.type === 'exclude') {
      running = running.filter((one) =>
        keep(left, then.rails.includes(one.rail) ? ruledOut(one, id) : undefined),
      );
    } else if (then.type === 'require') {
      running = running.filter((one) =>
        keep(left, then.rails.includes(one.rail) ? undefined : notRequired(one, id)),
      );
      required = id;
    } else
      guide ??=
        then.type === 'split' ? { ...then, rule: id } : { type: 'prefer', rails: then.rails, rule: id };
  }
  return {
    candidates: running,
    excluded: left.length === 0 ? situation.excluded : deepFreeze([...situation.excluded, ...left]),
    narrowedByRequest: situation.narrowedByRequest,
    required,
    guide,
  };
}

function keep(left: Exclusion[], exclusion: Exclusion | undefined): boolean {
  if (exclusion === undefined) return true;
  left.push(exclusion);
  return false;
}

function limitExclusion(
  { at, limit }: Candidate,
  { lo, hi }: AmountRange,
  asset: string,
): Exclusion | undefined {
  if (limit === undefined) return undefined;
  const { min, max } = limit;
  const moves = boundsText(min, max, asset);
  if (min !== undefined && hi < min) {
    const explanation = because('amount.below_min', { rail: at.name, min: amountText(min, asset) });
    return exclude(at, explanation, amountFix('fix.change_amount', limit, asset));
  }
  if (max !== undefined && lo > max) {
    const explanation = because('amount.above_max', { rail: at.name, max: amountText(max, asset) });
    return exclude(at, explanation, amountFix('fix.change_amount', limit, asset));
  }
  if ((min === undefined || lo >= min) && (max === undefined || hi <= max)) return undefined;
  const explanation = because('amount.band_not_covered', { rail: at.name, moves });
  return exclude(at, explanation, amountFix('fix.narrow_band', limit, asset));
}

function amountFix(key: 'fix.change_amount' | 'fix.narrow_band', { min, max }: Limit, asset: string): Fix {
  return {
    action: 'change_amount',
    explanation: because(key, { moves: boundsText(min, max, asset) }),
    params: { asset, ...param('min', min), ...param('max', max) },
  };
}

function param(name: string, value: Whole | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value.toString() };
}

function ruledOut({ at }: Candidate, rule: string): Exclusion {
  return exclude(at, because('policy.excluded', { rail: at.name, rule }), ruleFix(rule));
}

function notRequired({ at }: Candidate, rule: string): Exclusion {
  return exclude(at, because('policy.not_required', { rail: at.name, rule }), ruleFix(rule));
}
