/**
 * Whether a delivery is Plaid's: the header `Plaid-Verification` is a JWT signed with ES256 by a key that Plaid gives out by
 * its id; it names the SHA-256 of the exact body and is at most five minutes old. Keys that Plaid has expired sign nothing.
 */
import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { z } from 'zod';
import type { WebhookKey } from './api/webhook-key.ts';

export const WEBHOOK_AGE_MAX_MS = 5 * 60_000;

/** Clocks differ a little; a token from further ahead was not made now. */
const CLOCK_LEAD_MAX_MS = 60_000;

export interface SignedToken {
  readonly keyId: string;
  readonly signingInput: string;
  readonly signature: Buffer;
  readonly issuedAtMs: number;
  readonly bodySha256: string;
}

/** Reads and believes nothing. Undefined for what is no ES256 token of this kind. */
export function readToken(text: string | undefined): SignedToken | undefined {
  const parts = TOKEN.exec(text ?? '');
  if (parts === null) return undefined;
  const [, header, payload, signature] = parts;
  const head = headerSchema.safeParse(decode(header));
  const claims = claimsSchema.safeParse(decode(payload));
  if (!head.success || !claims.success) return undefined;
  return {
    keyId: head.data.kid,
    signingInput: `${header}.${payload}`,
    signature: Buffer.from(signature ?? '', 'base64url'),
    issuedAtMs: claims.data.iat * 1000,
    bodySha256: claims.data.request_body_sha256,
  };
}

export function isTimely(token: SignedToken, nowMs: number): boolean {
  const ageMs = nowMs - token.issuedAtMs;
  return ageMs <= WEBHOOK_AGE_MAX_MS && ageMs >= -CLOCK_LEAD_MAX_MS;
}

export function coversBody(token: SignedToken, body: Uint8Array): boolean {
  const expected = createHash('sha256').update(body).digest();
  return timingSafeEqual(expected, Buffer.from(token.bodySha256, 'hex'));
}

export function isSignedBy(token: SignedToken, key: WebhookKey): boolean {
  if (key.expired_at !== null || key.kid !== token.keyId) return false;
  const { kty, crv, x, y } = key;
  try {
    const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    return verify(
      'sha256',
      Buffer.from(token.signingInput),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      token.signature,
    );
  } catch {
    // A point that is not on the curve is no key.
    return false;
  }
}

const TOKEN = /^([A-Za-z0-9_-]{1,1000})\.([A-Za-z0-9_-]{1,1000})\.([A-Za-z0-9_-]{86})$/;

const headerSchema = z.object({ alg: z.literal('ES256'), kid: z.string().min(1).max(100) });
const claimsSchema = z.object({
  iat: z.int().positive(),
  request_body_sha256: z.string().regex(/^[0-9a-f]{64}$/i),
});

function decode(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
