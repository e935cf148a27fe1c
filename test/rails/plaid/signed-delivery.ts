/** Webhooks signed as Plaid documents it, by an implementation that is neither the adapter's nor the simulator's. */
import { createHash } from 'node:crypto';
import type { WebhookDelivery } from '@switchyard/rail-kit';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface WebhookSigner {
  readonly keyId: string;
  /** As `/webhook_verification_key/get` gives it. */
  key(expiredAt?: number | null): Promise<object>;
  sign(
    body: string,
    claims?: { readonly issuedAtMs?: number; readonly sha256?: string },
  ): Promise<WebhookDelivery>;
}

export async function createSigner(keyId: string = crypto.randomUUID()): Promise<WebhookSigner> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    keyId,
    async key(expiredAt = null) {
      const jwk = await exportJWK(publicKey);
      return {
        ...jwk,
        alg: 'ES256',
        use: 'sig',
        kid: keyId,
        created_at: 1_700_000_000,
        expired_at: expiredAt,
      };
    },
    async sign(body, { issuedAtMs = Date.now(), sha256 } = {}) {
      const token = await new SignJWT({
        request_body_sha256: sha256 ?? createHash('sha256').update(body).digest('hex'),
      })
        .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
        .setIssuedAt(Math.floor(issuedAtMs / 1000))
        .sign(privateKey);
      return {
        method: 'POST',
        path: '/rails/plaid',
        headers: { 'content-type': 'application/json', 'plaid-verification': token },
        body: new TextEncoder().encode(body),
      };
    },
  };
}
