/**
 * The policy's rules. What they ask of the request but for its amount is settled once per situation; what is left is a rule
 * with bounds. For an interval of amounts a bound holds only if it holds for all of it.
 */
import type { DecisionRequest } from '../decision.ts';
import type { Policy, Rule, RuleConditions } from '../policy.ts';
import { countingParty } from './operation-sides.ts';
import { oneMore, readWhole, type Whole } from './whole.ts';

/** Amounts from `lo` to `hi`, both included. */
export interface AmountRange {
  readonly lo: Whole;
  readonly hi: Whole;
}

export interface BoundRule {
  readonly rule: Rule;
  /** Present when the rule asks for an amount. */
  readonly bounds: { readonly min: Whole; readonly max: Whole | undefined } | undefined;
}

/** The rules that hold for a request, if its amount is right. */
export function rulesFor(policy: Policy, request: DecisionRequest): readonly BoundRule[] {
  return policy.rules
    .filter(({ when }) => holds(when, request))
    .map((rule) => ({ rule, bounds: readBounds(rule.when) }));
}

/** Without an amount, what asks for one does not hold. */
export function holdsFor({ bounds }: BoundRule, range: AmountRange | undefined): boolean {
  if (bounds === undefined) return true;
  if (range === undefined) return false;
  return range.lo >= bounds.min && (bounds.max === undefined || range.hi <= bounds.max);
}

/** The amounts at which a rule begins or ceases to hold. */
export function ruleKnots({ bounds }: BoundRule): readonly Whole[] {
  if (bounds === undefined) return [];
  return bounds.max === undefined ? [bounds.min] : [bounds.min, oneMore(bounds.max)];
}

function holds(when: RuleConditions, request: DecisionRequest): boolean {
  const party = countingParty(request);
  return (
    includes(when.operations, request.operation) &&
    includes(when.countries, request.payer.country) &&
    includes(when.institutions, party.institution) &&
    includes(when.schemes, party.scheme) &&
    includes(when.assets, request.amount?.asset)
  );
}

/** A condition that is not stated holds; one that is does not hold for what the request leaves unsaid. */
function includes<T>(condition: readonly T[] | undefined, value: T | undefined): boolean {
  return condition === undefined || (value !== undefined && condition.includes(value));
}

/** A bound that nobody can read is as good as none. */
function readBounds({ amountMin, amountMax }: RuleConditions): BoundRule['bounds'] {
  const min = amountMin === undefined ? undefined : readWhole(amountMin);
  const max = amountMax === undefined ? undefined : readWhole(amountMax);
  return min === undefined && max === undefined ? undefined : { min: min ?? 0, max };
}
