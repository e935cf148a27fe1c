import { FINALITY_BASES } from '@switchyard/engine';
import { z } from 'zod';
import { Amount } from './amount.ts';
import { Fee } from './fee.ts';
import { ConnectionId, LegId, PaymentIntentId } from './id.ts';
import { LegKind } from './leg-kind.ts';
import { Timestamp } from './timestamp.ts';

export const LEG_STATUSES = [
  'pending',
  'requires_action',
  'submitting',
  'submitted',
  'settled',
  'failed',
  'cancelled',
  'unknown',
  'review',
  'returning',
  'returned',
] as const;
export type LegStatus = (typeof LEG_STATUSES)[number];

export const ProviderStatus = z
  .strictObject({
    word: z.string().describe("The provider's own word."),
    iso20022: z.string().optional().describe('Its ISO 20022 code, where there is one.'),
  })
  .meta({ id: 'ProviderStatus', description: 'What the provider calls the state of the payment.' });

export const Finality = z
  .strictObject({
    basis: z.enum(FINALITY_BASES).describe('What makes the leg count as settled.'),
    reversibleUntil: Timestamp.optional(),
  })
  .meta({ id: 'Finality', description: 'How final a settled leg is.' });

export const Leg = z
  .strictObject({
    id: LegId,
    object: z.literal('leg'),
    paymentIntent: PaymentIntentId,
    sequence: z.int().min(1),
    kind: LegKind,
    rail: z.string(),
    connection: ConnectionId,
    status: z
      .enum(LEG_STATUSES)
      .describe(
        '`unknown`: the provider did not say and we are finding out. It is never taken for a failure.',
      ),
    send: Amount,
    receive: Amount,
    fees: z.array(Fee),
    attempts: z.int().min(0),
    providerStatus: ProviderStatus.nullable().describe('Null until the provider has spoken.'),
    compensationOf: LegId.optional().describe('The leg whose money this one brings back.'),
    finality: Finality,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Leg', description: 'One step of a payment on its way: one payment over one rail.' });
export type Leg = z.output<typeof Leg>;
