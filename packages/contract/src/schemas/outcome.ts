import { isActiveCurrency } from '@switchyard/engine';
import { z } from 'zod';
import { inputError } from '../input-errors.ts';
import { LATENCY_MS_MAX } from '../limits.ts';
import { isFreeOfAccountData, isIdFreeOfAccountData, UNMASKED } from './account-data.ts';
import { SignedAmount } from './amount.ts';
import { Country } from './country.ts';
import { InstitutionId, OutcomeId, RouteDecisionId } from './id.ts';
import { CapabilityId } from './rail.ts';
import { RailId } from './rail-id.ts';
import { PPM } from './reliability.ts';
import { Timestamp } from './timestamp.ts';

export const OUTCOME_STATUSES = ['succeeded', 'failed', 'cancelled'] as const;

/** Major units, since that is what invoices and provider answers say; a string, since it is money. */
export const DECIMAL_AMOUNT_PATTERN = '^(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?$';

/** A code has no spaces: a provider's message, which may name people, does not fit. Nor does an account number. */
export const FAILURE_CODE_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$';

export const ProviderFee = z
  .strictObject({
    amount: z
      .string()
      .regex(new RegExp(DECIMAL_AMOUNT_PATTERN))
      .describe('Decimal major units, as a string.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .refine(isActiveCurrency, { params: inputError('input.currency_inactive', {}) })
      .describe('An active ISO 4217 code.'),
  })
  .meta({ id: 'ProviderFee', description: 'What the provider charged, if known.' });

export const OutcomeContext = z
  .strictObject({
    operation: CapabilityId,
    country: Country,
    institution: InstitutionId.refine(isIdFreeOfAccountData, UNMASKED).exactOptional(),
  })
  .meta({
    id: 'OutcomeContext',
    description: 'Only for decisions of your own local copy of the engine, which the service never saw.',
  });

export const OutcomeCreate = z
  .strictObject({
    decision: RouteDecisionId.refine(isIdFreeOfAccountData, UNMASKED).describe(
      'The decision that was followed.',
    ),
    rail: RailId.describe('The rail actually used, which may be one of the alternatives.'),
    status: z.enum(OUTCOME_STATUSES).describe('Reporting the same status twice returns the first record.'),
    latencyMs: z
      .int()
      .min(0)
      .max(LATENCY_MS_MAX)
      .describe('From sending the request to the provider until this status.'),
    providerFee: ProviderFee.exactOptional(),
    failureCode: z
      .string()
      .regex(new RegExp(FAILURE_CODE_PATTERN))
      .refine(isFreeOfAccountData, UNMASKED)
      .exactOptional()
      .describe("A short code. Never the provider's message, and never of what succeeded."),
    context: OutcomeContext.exactOptional(),
  })
  .check((context) => {
    const { status, failureCode } = context.value;
    if (status !== 'succeeded' || failureCode === undefined) return;
    const params = inputError('input.not_of_success', {});
    context.issues.push({ code: 'custom', path: ['failureCode'], params, input: undefined });
  })
  .meta({ id: 'OutcomeCreate' });

const Count = z.string().regex(/^(0|[1-9][0-9]*)$/);

export const OutcomeEffects = z
  .strictObject({
    reliability: z
      .strictObject({ before: PPM, after: PPM, samples: z.int().min(0) })
      .describe("The rail's chance of success in parts per million, before and after this report."),
    contract: z
      .strictObject({
        used: Count,
        remaining: Count.nullable().describe('Null when the tier has no end.'),
        tier: z.int().min(0),
        nextTierAt: Count.nullable(),
      })
      .optional()
      .describe(
        "Where the contract's period stands, in minor units or payments, as the contract counts. Absent where no " +
          'contract prices the operation, and where it counts volume but the amount is not known, as of a local decision.',
      ),
    costVariance: SignedAmount.optional().describe('The reported fee less the expected one.'),
  })
  .meta({ id: 'OutcomeEffects', description: 'What the report changed.' });

export const Outcome = z
  .strictObject({
    id: OutcomeId,
    object: z.literal('outcome'),
    decision: RouteDecisionId,
    rail: z.string(),
    status: z.enum(OUTCOME_STATUSES),
    latencyMs: z.int().min(0).max(LATENCY_MS_MAX),
    providerFee: ProviderFee.optional(),
    failureCode: z.string().optional(),
    context: OutcomeContext.optional(),
    rank: z
      .int()
      .min(0)
      .nullable()
      .describe("The rail's place in the decision; 0 is the chosen one. Null when the service never saw it."),
    effects: OutcomeEffects,
    createdAt: Timestamp,
  })
  .meta({ id: 'Outcome', description: 'How a decided operation went.' });
export type Outcome = z.output<typeof Outcome>;
