import { DIGEST_PATTERN, PREFERENCES } from '@switchyard/engine';
import { z } from 'zod';
import { inputError } from '../input-errors.ts';
import { Amount, PositiveAmount } from './amount.ts';
import { ChannelInput } from './channel.ts';
import { Explanation } from './explanation.ts';
import { Fee } from './fee.ts';
import { Fix } from './fix.ts';
import { Fx } from './fx.ts';
import { AccountId, ConnectionId, RouteQuoteId } from './id.ts';
import { LegKind } from './leg-kind.ts';
import { Preference } from './preference.ts';
import { CapabilityId, Custody } from './rail.ts';
import { RailId } from './rail-id.ts';
import { Reliability } from './reliability.ts';
import { Timestamp } from './timestamp.ts';

export const FIXED_SIDES = ['send', 'receive'] as const;

export const Digest = z.string().regex(new RegExp(DIGEST_PATTERN));

export const RouteQuoteCreate = z
  .strictObject({
    from: AccountId.describe('The account that pays.'),
    to: AccountId.describe('The account that is paid. Not the same one.'),
    amount: PositiveAmount.describe(
      "What the payee receives, when its asset is one the payee's account takes; otherwise what the payer sends.",
    ),
    preference: Preference.exactOptional().describe(
      "Which label ranks first. Defaults to your environment's routing policy.",
    ),
    preferRail: RailId.exactOptional().describe(
      'Ranks routes through this rail first when several are feasible.',
    ),
    channel: ChannelInput,
  })
  .refine((input) => input.from !== input.to, {
    path: ['to'],
    params: inputError('input.same_account', {}),
  })
  .meta({ id: 'RouteQuoteCreate' });

export const Arrival = z
  .strictObject({
    p50: Timestamp.describe('Half of all payments like this one have arrived by then.'),
    p95: Timestamp.describe('95 of 100 have.'),
  })
  .meta({ id: 'Arrival', description: 'When the money arrives, cut-offs and holidays included.' });

export const QuotedLeg = z
  .strictObject({
    sequence: z.int().min(1),
    kind: LegKind,
    rail: z.string(),
    connection: ConnectionId,
    capability: CapabilityId,
    scheme: z.string(),
    send: Amount,
    receive: Amount,
    fees: z.array(Fee),
    fx: Fx.optional(),
    eta: Arrival,
    custody: Custody,
    requiresAction: z.boolean().describe('Whether the user has to approve this leg.'),
  })
  .meta({ id: 'QuotedLeg', description: 'One step of a route: one payment over one rail.' });
export type QuotedLeg = z.output<typeof QuotedLeg>;

export const ReturnPolicy = z
  .strictObject({
    mode: z.string().describe('Where the money goes when a later leg is refused for good.'),
    explanation: Explanation,
  })
  .meta({ id: 'ReturnPolicy', description: 'What happens to the money when the route cannot be finished.' });

export const RouteQuote = z
  .strictObject({
    id: RouteQuoteId,
    object: z.literal('route_quote'),
    digest: Digest.describe('Digest of the terms the user approves. Send it back with the payment.'),
    from: AccountId,
    to: AccountId,
    fixed: z.enum(FIXED_SIDES).describe('Which side is exactly the amount asked for.'),
    send: Amount.describe('All that is debited from the payer, fees in the flow included.'),
    receive: Amount.describe('What the payee gets.'),
    rank: z.int().min(1),
    labels: z.array(z.enum(PREFERENCES)),
    legs: z.array(QuotedLeg),
    fees: z.array(Fee).describe('Deducted on the way. Part of the digest.'),
    cost: Amount.nullable().describe(
      'What your contracts charge you; not part of send or receive. Null when a price is not known.',
    ),
    fx: Fx.optional(),
    arrival: Arrival,
    reliability: Reliability,
    custody: z.array(Custody),
    returnPolicy: ReturnPolicy,
    referenceMax: z.int().min(0).describe('The longest payment reference that every leg can carry.'),
    explanation: Explanation.describe('Why the quote stands where it does.'),
    snapshot: Digest.describe('The routing snapshot it was computed from.'),
    expiresAt: Timestamp,
    createdAt: Timestamp,
  })
  .meta({ id: 'RouteQuote', description: 'A priced route between two accounts. Good for one payment.' });
export type RouteQuote = z.output<typeof RouteQuote>;

export const InfeasibleRoute = z
  .strictObject({
    rail: z.string(),
    connection: ConnectionId.optional(),
    legs: z
      .array(z.strictObject({ kind: LegKind, rail: z.string(), connection: ConnectionId.optional() }))
      .optional()
      .describe('The path, when more than one leg was tried.'),
    code: z.string().describe('The stage and reason at which it fell out.'),
    explanation: Explanation,
    fix: Fix.optional(),
  })
  .meta({ id: 'InfeasibleRoute', description: 'A connection or path that serves no quote, and why.' });

export const RouteQuotes = z
  .strictObject({
    quotes: z
      .array(RouteQuote)
      .max(10)
      .describe('Best first. Empty when there is no route: that is no error.'),
    infeasible: z.array(InfeasibleRoute),
    suggestion: Fix.nullable().describe(
      'What would help most; null when nothing would, or nothing is needed.',
    ),
  })
  .meta({ id: 'RouteQuotes', description: 'The routes between two accounts, and why there are not more.' });
export type RouteQuotes = z.output<typeof RouteQuotes>;
