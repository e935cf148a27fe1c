/** Plaid's webhooks: a JWT in `Plaid-Verification`, signed with ES256, that names the digest of the body. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Route } from '../../http/route.ts';
import type { PaymentScript } from '../../world/payment-script.ts';
import type { World } from '../../world/world.ts';
import { apiRoute } from './api-route.ts';
import { PlaidRefusal } from './errors.ts';
import { type Fields, requireText } from './read-body.ts';

export interface PlaidWebhooks {
  readonly route: Route;
  send(input: {
    readonly url: string | undefined;
    readonly subject: string;
    readonly body: Fields;
    readonly script?: Pick<PaymentScript, 'webhooks'>;
  }): void;
}

export function createWebhooks(world: World): PlaidWebhooks {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = world.uuid();
  const createdAt = Math.floor(world.now() / 1000);
  return {
    route: apiRoute(world, '/webhook_verification_key/get', (body) => {
      if (requireText(body, 'key_id') !== kid)
        throw new PlaidRefusal('INVALID_INPUT', 'INVALID_WEBHOOK_VERIFICATION_KEY_ID', 'key_id is not known');
      const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
      return {
        answer: {
          key: { alg: 'ES256', kid, use: 'sig', kty, crv, x, y, created_at: createdAt, expired_at: null },
        },
      };
    }),
    send({ url, subject, body, script }) {
      if (url === undefined) return;
      const text = JSON.stringify({ ...body, environment: 'sandbox' });
      world.webhooks.send({
        provider: 'plaid',
        url,
        subject,
        body: text,
        sign: async () => ({
          'plaid-verification': await new SignJWT({ request_body_sha256: sha256(text) })
            .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
            .setIssuedAt(Math.floor(world.now() / 1000))
            .sign(privateKey),
        }),
        ...(script === undefined ? {} : { script }),
      });
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
