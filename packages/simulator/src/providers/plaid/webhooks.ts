/** Plaid's webhooks: a JWT in `Plaid-Verification`, signed with ES256, that names the digest of the body. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
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
  const { kid, createdAt, ...pems } = webhookKeyOf(world);
  const privateKey = createPrivateKey(pems.privateKey);
  const publicKey = createPublicKey(pems.publicKey);
  world.webhooks.signWith('plaid', async ({ body }) => ({
    'plaid-verification': await new SignJWT({ request_body_sha256: sha256(body) })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setIssuedAt(Math.floor(world.now() / 1000))
      .sign(privateKey),
  }));
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
      world.webhooks.send({
        provider: 'plaid',
        url,
        subject,
        body: JSON.stringify({ ...body, environment: 'sandbox' }),
        ...(script === undefined ? {} : { script }),
      });
    },
  };
}

/** Both halves in PEM. */
interface WebhookKey {
  readonly kid: string;
  readonly createdAt: number;
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Made once: clients keep its public half. */
function webhookKeyOf(world: World): WebhookKey {
  const keys = world.table<WebhookKey>('plaid/webhook-key', 'fixed');
  const known = keys.get('current');
  if (known !== undefined) return known;
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const key = { kid: world.uuid(), createdAt: Math.floor(world.now() / 1000), ...pair };
  keys.set('current', key);
  return key;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
