/**
 * Deliveries are signed over their raw body with an RSA key that Wise publishes. Neither the time nor the delivery's id is
 * signed outside the body, and Wise tries again for two weeks, so age proves nothing here: a delivery is known again by
 * its bytes.
 */
import { createHash, verify } from 'node:crypto';
import type { Notice, Webhook, WebhookVerdict } from '@switchyard/rail-kit';
import { z } from 'zod';
import { wholeNumber } from './api/exchange.ts';
import { readWebhookKey, type WiseCredentials } from './credentials.ts';
import { assetOf } from './decimal-amount.ts';
import { readExactJson } from './exact-json.ts';

export function createWebhook({ webhook_public_key }: Pick<WiseCredentials, 'webhook_public_key'>): Webhook {
  const key = readWebhookKey(webhook_public_key);
  return {
    async verify({ headers, body }) {
      const signature = headers['x-signature-sha256'] ?? '';
      if (!BASE64.test(signature)) return forged('no readable signature');
      if (key === undefined || !verify('sha256', body, key, Buffer.from(signature, 'base64')))
        return forged('the signature does not hold');
      const id = createHash('sha256').update(body).digest('hex');
      return { kind: 'genuine', id, notices: noticesIn(Buffer.from(body).toString('utf8')) };
    },
  };
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const EVENT = z.object({
  event_type: z.string(),
  data: z.object({
    resource: z.object({ id: wholeNumber.optional() }).optional(),
    /** Where there is no resource: `transfers#payout-failure` in its first version. */
    transfer_id: wholeNumber.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
  }),
});

/** What an event makes us look at. Debits of a balance are our own doing, and are seen with the transfer. */
export const EVENTS = {
  'transfers#state-change': 'payout',
  'transfers#payout-failure': 'payout',
  'transfers#refund': 'payout',
  'transfers#active-cases': 'payout',
  'balances#credit': 'transit',
  'balances#update': 'transit',
} as const satisfies Readonly<Record<string, 'payout' | 'transit'>>;

/** A payout goes by its transfer's id; a balance by its asset, for that is all that `credits` is asked with. */
function noticesIn(text: string): readonly Notice[] {
  const event = EVENT.safeParse(readExactJson(text));
  if (!event.success || !isKnown(event.data.event_type)) return [];
  const { resource, transfer_id, currency } = event.data.data;
  const about = EVENTS[event.data.event_type];
  const ref =
    about === 'payout'
      ? (resource?.id ?? transfer_id)
      : currency === undefined
        ? undefined
        : assetOf(currency);
  return ref === undefined ? [] : [{ about, ref }];
}

function isKnown(type: string): type is keyof typeof EVENTS {
  return Object.hasOwn(EVENTS, type);
}

function forged(why: string): WebhookVerdict {
  return { kind: 'forged', why };
}
