/**
 * Deliveries are signed with a key that TrueLayer publishes at one address. Only that address is believed, whatever the
 * delivery says (`jku` comes from whoever sent it), and the signature must cover the time at which it was sent.
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Notice, Ports, Webhook, WebhookDelivery, WebhookVerdict } from '@switchyard/rail-kit';
import { z } from 'zod';
import { readExchange } from './api/exchange.ts';
import type { TruelayerCredentials } from './credentials.ts';
import { parseSignature, verifyMessage } from './signature.ts';

/** Each try of a delivery is signed anew, so nothing genuine is older than a slow network. */
export const WEBHOOK_AGE_MAX_MS = 5 * 60 * 1_000;

/** A key id that nobody knows makes us ask for the keys again, but not more often than this. */
const KEYS_REFETCH_MS = 60_000;

export function createWebhook(
  { webhooks_base_url }: Pick<TruelayerCredentials, 'webhooks_base_url'>,
  { http, now }: Pick<Ports, 'http' | 'now'>,
): Webhook {
  const jwksUrl = `${webhooks_base_url}/.well-known/jwks`;
  let kept: { readonly keys: ReadonlyMap<string, KeyObject>; readonly atMs: number } | undefined;

  async function findKey(kid: string): Promise<KeyObject | 'unknown' | 'unreachable'> {
    const known = kept?.keys.get(kid);
    if (known !== undefined) return known;
    if (kept !== undefined && now() - kept.atMs < KEYS_REFETCH_MS) return 'unknown';
    const answer = await http.send({
      method: 'GET',
      url: jwksUrl,
      headers: { accept: 'application/json' },
      purpose: 'webhooks.keys',
    });
    const exchange = readExchange(answer, JWKS);
    if (exchange.kind !== 'ok') return 'unreachable';
    kept = { keys: keysOf(exchange.body), atMs: now() };
    return kept.keys.get(kid) ?? 'unknown';
  }

  return {
    async verify(delivery) {
      const parsed = parseSignature(delivery.headers['tl-signature'] ?? '');
      if (parsed === undefined) return forged('no readable signature');
      if (parsed.jku !== jwksUrl) return forged('the key is said to be elsewhere');
      const signed = parsed.signedHeaders.map((name) => name.toLowerCase());
      if (!SIGNED_HEADERS.every((name) => signed.includes(name))) return forged('the time is not signed');
      const sentAtMs = Date.parse(delivery.headers['x-tl-webhook-timestamp'] ?? '');
      if (!(Math.abs(now() - sentAtMs) <= WEBHOOK_AGE_MAX_MS)) return forged('too old');
      const key = await findKey(parsed.kid);
      if (key === 'unreachable') return { kind: 'unverifiable' };
      if (key === 'unknown') return forged('signed with an unknown key');
      return verifyMessage(delivery, parsed, key)
        ? readEvent(delivery)
        : forged('the signature does not hold');
    },
  };
}

const SIGNED_HEADERS = ['x-tl-webhook-timestamp', 'content-type'] as const;

const JWKS = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.string(), crv: z.string(), x: z.string(), y: z.string() }),
  ),
});

/** Keys of other kinds may stand beside ours; they verify nothing here. */
function keysOf({ keys }: z.infer<typeof JWKS>): ReadonlyMap<string, KeyObject> {
  return new Map(
    keys.flatMap((jwk): [string, KeyObject][] => {
      try {
        const key = createPublicKey({ key: jwk, format: 'jwk' });
        return key.asymmetricKeyDetails?.namedCurve === 'secp521r1' ? [[jwk.kid, key]] : [];
      } catch {
        return [];
      }
    }),
  );
}

const EVENT = z.object({
  type: z.string(),
  event_id: z.string().min(1),
  payment_id: z.string().min(1).optional(),
});

function readEvent({ body }: WebhookDelivery): WebhookVerdict {
  const event = EVENT.safeParse(parseJson(Buffer.from(body).toString('utf8')));
  if (!event.success)
    return { kind: 'genuine', id: createHash('sha256').update(body).digest('hex'), notices: [] };
  return { kind: 'genuine', id: event.data.event_id, notices: noticesOf(event.data) };
}

/** Payouts, refunds and mandates are not ours to make, so events about them say nothing to us. */
function noticesOf({ type, payment_id }: z.infer<typeof EVENT>): readonly Notice[] {
  return type.startsWith('payment_') && payment_id !== undefined
    ? [{ about: 'payment', ref: payment_id }]
    : [];
}

function forged(why: string): WebhookVerdict {
  return { kind: 'forged', why };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
