import { z } from 'zod';
import { openObject } from '../open-object.ts';
import { Account } from './account.ts';
import { Connection } from './connection.ts';
import { EventId } from './id.ts';
import { Leg } from './leg.ts';
import { LinkSession } from './link-session.ts';
import { PageSize, pageOf } from './page.ts';
import { PaymentIntent } from './payment-intent.ts';
import { Timestamp } from './timestamp.ts';

export const EVENT_TYPES = [
  'link_session.completed',
  'link_session.failed',
  'account.updated',
  'account.reauth_required',
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.failed',
  'payment_intent.cancelled',
  'leg.updated',
  'connection.degraded',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_ACTORS = ['api', 'provider', 'worker', 'operator'] as const;

export const EventTypeName = z.enum(EVENT_TYPES).meta({ id: 'EventType', description: 'What happened.' });

export const EventParams = z.strictObject({ id: EventId.describe('The event.') });

export const EventQuery = z.strictObject({
  after: EventId.exactOptional().describe('The last event received; the page begins after it.'),
  type: EventTypeName.exactOptional().describe('Only events of this type.'),
  limit: PageSize,
});

/** Events are copied to other systems, so what could identify a person stays out of them. */
export const AccountInEvent = Account.omit({ metadata: true }).meta({
  id: 'AccountInEvent',
  description: 'The account as it was then: holder name masked, no metadata.',
});
export const PaymentIntentInEvent = PaymentIntent.omit({ metadata: true, reference: true }).meta({
  id: 'PaymentIntentInEvent',
  description: 'The payment as it was then: no reference, no metadata.',
});

export const EventObject = z
  .discriminatedUnion('object', [LinkSession, AccountInEvent, PaymentIntentInEvent, Leg, Connection])
  .meta({ id: 'EventObject', description: 'The resource the event is about, as it was then.' });
export type EventObject = z.output<typeof EventObject>;

export const Event = z
  .strictObject({
    id: EventId,
    object: z.literal('event'),
    type: EventTypeName,
    sequence: z.int().min(1).describe('Place in the log of your environment: 1, 2, 3 … without a gap.'),
    data: z.strictObject({ object: EventObject }),
    previous: openObject().optional().describe('What the changed fields were before.'),
    cause: z.strictObject({
      requestId: z.string().optional().describe('The API call behind it, when there was one.'),
      actor: z.enum(EVENT_ACTORS),
    }),
    apiVersion: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Event', description: 'Something that happened, in an ordered log that has no gaps.' });
export type Event = z.output<typeof Event>;

export const EventPage = pageOf(Event, 'EventPage');
