import { z } from 'zod';
import { DIGEST_LENGTH_MAX, REFERENCE_LENGTH_MAX } from '../limits.ts';
import { text } from '../text.ts';
import { Action } from './action.ts';
import { Amount, AmountValue, Asset } from './amount.ts';
import { Explanation } from './explanation.ts';
import { AccountId, CustomerId, PaymentIntentId, RouteQuoteId } from './id.ts';
import { Leg } from './leg.ts';
import { Metadata } from './metadata.ts';
import { PageSize, pageOf } from './page.ts';
import { Psu } from './psu.ts';
import { Custody } from './rail.ts';
import { ReturnUri } from './return-uri.ts';
import { Digest } from './route-quote.ts';
import { Timestamp } from './timestamp.ts';

export const PAYMENT_INTENT_STATUSES = [
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
] as const;
export type PaymentIntentStatus = (typeof PAYMENT_INTENT_STATUSES)[number];

export const PAYMENT_FAILURE_CODES = [
  'user_declined',
  'expired',
  'insufficient_funds',
  'bank_refused',
  'provider_rejected',
  'returned',
] as const;
export type PaymentFailureCode = (typeof PAYMENT_FAILURE_CODES)[number];

/** The digest is any text: one that is not the quote's is a conflict, not a malformed request. */
export const PaymentIntentCreate = z
  .strictObject({
    quote: RouteQuoteId.describe('The quote the user approved.'),
    digest: text({ min: 1, max: DIGEST_LENGTH_MAX }).describe('The digest of the quote the user approved.'),
    returnUri: ReturnUri,
    reference: text({ max: REFERENCE_LENGTH_MAX })
      .exactOptional()
      .describe(
        "Payment reference. The quote's `referenceMax` may be less; a longer one is refused, never cut.",
      ),
    psu: Psu.exactOptional(),
    metadata: Metadata.exactOptional(),
  })
  .meta({ id: 'PaymentIntentCreate' });

export const PaymentIntentParams = z.strictObject({ id: PaymentIntentId.describe('The payment intent.') });

export const PaymentIntentQuery = z.strictObject({
  customer: CustomerId.exactOptional().describe('Only payments of this customer.'),
  after: PaymentIntentId.exactOptional().describe('The last payment received; the page begins after it.'),
  limit: PageSize,
});

export const PaymentFailure = z
  .strictObject({ code: z.enum(PAYMENT_FAILURE_CODES), explanation: Explanation })
  .meta({ id: 'PaymentFailure', description: 'Why the payment did not happen.' });

export const MoneyPosition = z
  .strictObject({
    holder: z.string().describe('Who has it: `payer`, `payee`, or a rail.'),
    custody: Custody,
    asset: Asset,
    value: AmountValue,
  })
  .meta({ id: 'MoneyPosition', description: 'A part of the money, and where it is right now.' });

export const PaymentIntent = z
  .strictObject({
    id: PaymentIntentId,
    object: z.literal('payment_intent'),
    quote: RouteQuoteId,
    digest: Digest,
    customer: CustomerId.optional(),
    from: AccountId,
    to: AccountId,
    send: Amount,
    receive: Amount,
    status: z.enum(PAYMENT_INTENT_STATUSES).describe('The last three are final.'),
    statusDetail: Explanation,
    action: Action.optional(),
    legs: z.array(Leg),
    reference: z.string().optional(),
    failure: PaymentFailure.optional(),
    moneyPosition: z.array(MoneyPosition),
    cancellable: z.strictObject({
      now: z.boolean().describe('Whether cancelling would be accepted at this moment.'),
      explanation: Explanation,
    }),
    metadata: Metadata,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'PaymentIntent', description: 'A payment along an accepted quote.' });
export type PaymentIntent = z.output<typeof PaymentIntent>;

export const PaymentIntentPage = pageOf(PaymentIntent, 'PaymentIntentPage');
