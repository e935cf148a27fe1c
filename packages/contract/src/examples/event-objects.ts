import type { z } from 'zod';
import type { Connection } from '../schemas/connection.ts';
import type { AccountInEvent, PaymentIntentInEvent } from '../schemas/event.ts';
import { linkedAccount } from './account.ts';
import { ids } from './ids.ts';
import { linkSession } from './link-session.ts';
import { leg, paymentIntent } from './payment-intent.ts';

const { metadata: _accountMetadata, ...account } = linkedAccount;
const { metadata: _metadata, reference: _reference, ...payment } = paymentIntent;

const connection: Connection = {
  id: ids.connection,
  object: 'connection',
  rail: 'truelayer',
  label: 'TrueLayer',
  mode: 'route',
  status: 'degraded',
  roles: ['bank-link', 'payment'],
  countries: ['DE', 'GB'],
  credentials: ['client_id', 'client_secret'],
  health: {
    successPpm: 412_000,
    p50Ms: 1_240,
    p95Ms: 5_310,
    circuit: 'open',
    since: '2026-10-08T09:26:01.882Z',
  },
  createdAt: '2026-10-08T08:12:00.000Z',
  updatedAt: '2026-10-08T09:26:01.882Z',
};

/** One of each kind of object that events are about, as events show them. */
export const eventObjects: {
  readonly linkSession: typeof linkSession;
  readonly account: z.output<typeof AccountInEvent>;
  readonly paymentIntent: z.output<typeof PaymentIntentInEvent>;
  readonly leg: typeof leg;
  readonly connection: Connection;
} = {
  linkSession,
  account: { ...account, holderName: 'A*** L***' },
  paymentIntent: payment,
  leg,
  connection,
};
