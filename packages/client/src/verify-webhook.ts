/**
 * Whether a webhook is from the service: Standard Webhooks, by WebCrypto, so it runs wherever the rest of this package does.
 * Give it the body as it came, byte by byte: one that was parsed and written again has another signature.
 */
import { WebhookRefused } from './errors.ts';
import { WEBHOOK_TOLERANCE_S } from './limits.ts';

export interface VerifyWebhookOptions {
  /** The time, in milliseconds; for tests. */
  readonly now?: () => number;
}

/** Headers as `Headers`, or as a record with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What the service sends: an event as `GET /v1/events/{id}` answers it. */
export interface WebhookEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly sequence: number;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
  readonly previous?: Readonly<Record<string, unknown>>;
  readonly cause: { readonly requestId?: string; readonly actor: string };
  readonly apiVersion: string;
  readonly createdAt: string;
}

/** Answers with the event, or throws WebhookRefused. While a secret is being replaced, either of the two will do. */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const key = await keyOf(secret);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new WebhookRefused(
      'headers',
      'A header is missing: webhook-id, webhook-timestamp or webhook-signature.',
    );
  }
  checkTime(timestamp, (options.now ?? Date.now)());
  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSignedBy(key, signatures, content))) {
    throw new WebhookRefused('signature', 'No signature of this webhook is by this secret.');
  }
  return readEvent(body);
}

const PREFIX = 'whsec_';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError('A webhook secret is whsec_ and base64, as it was shown when the endpoint was made.');
  }
  return crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

/** An old message, signed long ago, may be somebody's copy. */
function checkTime(timestamp: string, nowMs: number): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Not-a-number is above no limit, so the question is put the other way round.
  if (Math.abs(nowMs / 1000 - seconds) <= WEBHOOK_TOLERANCE_S) return;
  throw new WebhookRefused('time', 'The time of this webhook is too far from ours.');
}

/** WebCrypto compares in a time that does not depend on what it compares. */
async function isSignedBy(
  key: CryptoKey,
  signatures: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const versioned of signatures.split(' ').slice(0, SIGNATURES_MAX)) {
    const signature = versioned.startsWith('v1,') ? bytesOf(versioned.slice(3)) : undefined;
    if (signature !== undefined && (await crypto.subtle.verify(HMAC, key, signature, content))) return true;
  }
  return false;
}

/** The service sends one or two; whoever sends thousands only wants to keep us busy. */
const SIGNATURES_MAX = 16;

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function readEvent(body: Uint8Array): WebhookEvent {
  try {
    // The signature proves who wrote it, and so that it is what the service writes.
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch (error) {
    throw new WebhookRefused('payload', 'The webhook is signed but is not JSON.', error);
  }
}
