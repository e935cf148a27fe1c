import { type CapabilityId as CapabilityName, PREFERENCES } from '@switchyard/engine';
import { z } from 'zod';
import { inputError } from '../input-errors.ts';
import { EXCLUDED_RAILS_MAX, LINKED_RAILS_MAX } from '../limits.ts';
import { isIdFreeOfAccountData, UNMASKED } from './account-data.ts';
import { AccountRef } from './account-ref.ts';
import { Amount, AmountValue, Asset, PositiveAmount, PositiveAmountValue } from './amount.ts';
import { ChannelInput } from './channel.ts';
import { Country } from './country.ts';
import { Explanation } from './explanation.ts';
import { Fix } from './fix.ts';
import { ConnectionId, InstitutionId, RouteDecisionId } from './id.ts';
import { Preference } from './preference.ts';
import { CapabilityId, Custody } from './rail.ts';
import { RailId } from './rail-id.ts';
import { PPM, Reliability } from './reliability.ts';
import { Digest } from './route-quote.ts';
import { Scheme } from './scheme.ts';
import { Timestamp } from './timestamp.ts';

export const DECISION_OUTCOMES = ['routed', 'no_route'] as const;
export const DECISION_APPROACHES = ['policy', 'ranked', 'explored', 'forced', 'degraded'] as const;

/** The operations that move money: for these a decision needs an amount and a payee. */
export function isPaymentOperation(operation: CapabilityName): boolean {
  return PAYMENT_OPERATION.test(operation);
}

const PAYMENT_OPERATION = /^(banking\.payouts$|banking\.pis\.|banking\.pay-ins\.|money\.)/;

/** Strict on purpose: any other field, such as a name or an e-mail, is refused rather than ignored. */
export const DecisionParty = z
  .strictObject({
    country: Country,
    institution: InstitutionId.refine(isIdFreeOfAccountData, UNMASKED)
      .exactOptional()
      .describe('A bank from `GET /v1/institutions`.'),
    scheme: Scheme.exactOptional().describe('A payto scheme name, such as `iban`.'),
    accountRef: AccountRef.exactOptional(),
    linkedRails: z
      .array(RailId)
      .max(LINKED_RAILS_MAX)
      .exactOptional()
      .describe(
        'The rails through which this account is already linked on your side, by their names in `GET /v1/rails`.',
      ),
  })
  .meta({
    id: 'DecisionParty',
    description: 'One side of the operation, as metadata only. No other field is taken.',
  });

export const AmountBand = z
  .strictObject({
    asset: Asset,
    band: z
      .strictObject({ min: AmountValue, max: PositiveAmountValue })
      .refine(({ min, max }) => isAtMost(min, max), {
        path: ['max'],
        params: inputError('input.band_order', {}),
      })
      .describe('The amount lies between these two, both included.'),
  })
  .meta({ id: 'AmountBand', description: 'A range that keeps the exact figure private.' });

export const DecisionConstraints = z
  .strictObject({
    excludeRails: z.array(RailId).max(EXCLUDED_RAILS_MAX).exactOptional().describe('Rails to leave out.'),
    custodyAdmitted: z
      .array(Custody)
      .exactOptional()
      .describe('Narrows the custody that the policy admits; it cannot widen it.'),
  })
  .meta({ id: 'DecisionConstraints' });

export const RouteDecisionCreate = z
  .strictObject({
    operation: CapabilityId.describe('What your backend is about to do.'),
    amount: z
      .union([PositiveAmount, AmountBand])
      .exactOptional()
      .describe('Minor units, or a band that keeps the exact figure private. Required for payments.'),
    payer: DecisionParty,
    payee: DecisionParty.exactOptional().describe('Required for payments.'),
    preference: Preference.exactOptional().describe("Defaults to your environment's routing policy."),
    channel: ChannelInput,
    constraints: DecisionConstraints.exactOptional(),
  })
  .check((context) => {
    const { operation, amount, payee } = context.value;
    if (!isPaymentOperation(operation)) return;
    const params = inputError('input.required_for_payments', { operation });
    if (amount === undefined)
      context.issues.push({ code: 'custom', path: ['amount'], params, input: undefined });
    if (payee === undefined)
      context.issues.push({ code: 'custom', path: ['payee'], params, input: undefined });
  })
  .meta({ id: 'RouteDecisionCreate' });

/** Two whole numbers without leading zeros compare by length, then as text. Total, unlike BigInt. */
function isAtMost(min: string, max: string): boolean {
  return min.length === max.length ? min <= max : min.length < max.length;
}

export const DecisionCost = z
  .union([Amount, z.strictObject({ min: Amount, max: Amount })])
  .meta({ id: 'DecisionCost', description: 'What it will cost you: an amount, or for a band the range.' });

export const Latency = z
  .strictObject({ p50Ms: z.int().min(0), p95Ms: z.int().min(0) })
  .meta({ id: 'Latency', description: 'How long the provider takes.' });

/** What is said of the chosen rail and of each alternative alike. */
const DecidedRailShape = {
  cost: DecisionCost.optional().describe('Absent when the price is not known.'),
  breakpoints: z
    .array(Amount)
    .optional()
    .describe('For a band: the amounts inside it at which another rail becomes the best.'),
  latency: Latency.optional(),
  reliability: Reliability.optional(),
  custody: Custody.optional(),
};
const DecidedLabels = z.array(z.enum(PREFERENCES));

export const DecisionAlternative = z
  .strictObject({
    rail: z.string(),
    connection: ConnectionId.optional(),
    ...DecidedRailShape,
    labels: DecidedLabels,
    rank: z.int().min(1).describe('Its place after the chosen rail, which is 0.'),
    explanation: Explanation.describe('Why it lost.'),
  })
  .meta({
    id: 'DecisionAlternative',
    description: 'A rail that would have done, and why it was not chosen.',
  });

export const ExcludedRail = z
  .strictObject({
    rail: z.string(),
    connection: ConnectionId.optional(),
    code: z.string(),
    explanation: Explanation,
    fix: Fix.optional(),
  })
  .meta({ id: 'ExcludedRail', description: 'A connection that could not serve the operation, and why.' });

export const RouteDecision = z
  .strictObject({
    id: RouteDecisionId,
    object: z.literal('route_decision'),
    operation: CapabilityId,
    outcome: z.enum(DECISION_OUTCOMES),
    rail: z.string().optional().describe('Call this one. Absent when there is no route.'),
    connection: ConnectionId.optional(),
    ...DecidedRailShape,
    labels: DecidedLabels,
    alternatives: z.array(DecisionAlternative).describe('What to try next, best first.'),
    excluded: z.array(ExcludedRail).describe('Every connection that is neither chosen nor an alternative.'),
    approach: z.enum(DECISION_APPROACHES).describe('What decided.'),
    propensityPpm: PPM.describe('How likely this choice was, in parts per million; for unbiased evaluation.'),
    preference: Preference,
    explanation: Explanation.describe('Why this rail, or why none.'),
    snapshot: Digest.describe('The routing snapshot it was computed from.'),
    engineVersion: z.string(),
    expiresAt: Timestamp,
    createdAt: Timestamp,
  })
  .meta({ id: 'RouteDecision', description: 'Which rail to call, what it will cost, and why.' });
export type RouteDecision = z.output<typeof RouteDecision>;
