/**
 * What Plaid tells us unasked. Its deliveries carry no id, so one is made of the time and the body; the same thing told at two
 * times is looked at twice, which does no harm. A transfer's webhook says only that there are new events, so these are fetched.
 */
import type { Notice, Webhook } from '@switchyard/rail-kit';
import { z } from 'zod';
import type { PlaidApi } from './api/client.ts';
import { listTransferEvents, TRANSFERS_PER_PAGE } from './api/transfer.ts';
import { linkRef } from './link-ref.ts';
import { coversBody, isSignedBy, isTimely, readToken } from './verify-signature.ts';
import { createWebhookKeys } from './webhook-keys.ts';

/** One webhook may stand for all events of a minute, and may itself come late. */
const EVENTS_BEFORE_MS = 15 * 60_000;

/** What more there may be, asking will find; the next webhook says it again. */
const EVENT_PAGES_MAX = 10;

export function createWebhook(deps: { readonly api: PlaidApi; readonly now: () => number }): Webhook {
  const keys = createWebhookKeys(deps);
  return {
    async verify({ headers, body }) {
      const token = readToken(headers['plaid-verification']);
      if (token === undefined) return { kind: 'forged', why: 'no ES256 token' };
      if (!isTimely(token, deps.now())) return { kind: 'forged', why: 'not of this time' };
      if (!coversBody(token, body)) return { kind: 'forged', why: 'signed for another body' };
      const key = await keys.find(token.keyId);
      if (key === 'unreachable') return { kind: 'unverifiable' };
      if (key === 'unknown' || !isSignedBy(token, key)) return { kind: 'forged', why: 'not signed by Plaid' };
      const notices = await noticesOf(deps.api, body, token.issuedAtMs);
      if (notices === undefined) return { kind: 'unverifiable' };
      return { kind: 'genuine', id: `${token.issuedAtMs}.${token.bodySha256}`, notices };
    },
  };
}

/** Undefined when Plaid could not be asked. A genuine webhook about something else has nothing to look at. */
async function noticesOf(
  api: PlaidApi,
  body: Uint8Array,
  issuedAtMs: number,
): Promise<readonly Notice[] | undefined> {
  const told = bodySchema.safeParse(readJson(body)).data;
  if (told === undefined) return [];
  switch (told.webhook_type) {
    case 'LINK':
      return [{ about: 'link', ref: linkRef(told.link_token) }];
    case 'PAYMENT_INITIATION':
      return [{ about: 'payment', ref: told.payment_id }];
    case 'ITEM':
      return [{ about: 'consent', ref: told.item_id }];
    case 'TRANSFER':
      return transferNotices(api, issuedAtMs - EVENTS_BEFORE_MS);
  }
}

async function transferNotices(api: PlaidApi, sinceMs: number): Promise<readonly Notice[] | undefined> {
  const about = new Map<string, 'payment' | 'payout'>();
  for (let page = 0; page < EVENT_PAGES_MAX; page += 1) {
    const events = await listTransferEvents(api, { offset: page * TRANSFERS_PER_PAGE, sinceMs });
    if (!events.ok) return undefined;
    for (const { transfer_id, transfer_type } of events.value)
      about.set(transfer_id, transfer_type === 'credit' ? 'payout' : 'payment');
    if (events.value.length < TRANSFERS_PER_PAGE) break;
  }
  return [...about].map(([ref, kind]) => ({ about: kind, ref }));
}

const text = z.string().min(1);
const bodySchema = z.discriminatedUnion('webhook_type', [
  z.object({
    webhook_type: z.literal('LINK'),
    webhook_code: z.literal('SESSION_FINISHED'),
    link_token: text,
  }),
  z.object({
    webhook_type: z.literal('PAYMENT_INITIATION'),
    webhook_code: z.literal('PAYMENT_STATUS_UPDATE'),
    payment_id: text,
  }),
  z.object({
    webhook_type: z.literal('ITEM'),
    webhook_code: z.enum([
      'ERROR',
      'LOGIN_REPAIRED',
      'PENDING_DISCONNECT',
      'PENDING_EXPIRATION',
      'USER_ACCOUNT_REVOKED',
      'USER_PERMISSION_REVOKED',
    ]),
    item_id: text,
  }),
  z.object({ webhook_type: z.literal('TRANSFER'), webhook_code: z.literal('TRANSFER_EVENTS_UPDATE') }),
]);

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
