/**
 * What a client does in TrueLayer Console: it makes an application, uploads the public key its requests are signed with,
 * says where webhooks go, and looks at its payments. Posting again changes what is given and keeps the rest.
 */
import { createPublicKey } from 'node:crypto';
import { json, nothing } from '../../http/replies.ts';
import type { Reply, Route } from '../../http/route.ts';
import { recordOf, textOf } from './payment-request.ts';
import type { App, State } from './state.ts';

export function dashboardRoutes(state: State): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/__dashboard',
      kind: 'api',
      handle: (request) => configure(state, recordOf(request.json)),
    },
    {
      method: 'GET',
      path: '/__dashboard/payments',
      kind: 'page',
      handle: ({ query }) => json(200, { items: paymentsOf(state, query.get('idempotency_key') ?? '') }),
    },
  ];
}

function configure({ apps }: State, body: Readonly<Record<string, unknown>>): Reply {
  const clientId = textOf(body.clientId);
  const earlier = apps.get(clientId);
  const clientSecret = textOf(body.clientSecret) || earlier?.clientSecret;
  if (clientId === '' || clientSecret === undefined) {
    return json(400, { error: 'The body has clientId and clientSecret.' });
  }
  const key = readKey(recordOf(body.signingKey));
  if (key === 'unreadable') return json(400, { error: 'signingKey has kid and publicKeyPem.' });
  const app: App = {
    clientId,
    clientSecret,
    webhookUrl: textOf(body.webhookUrl) || earlier?.webhookUrl,
    signingKeys: new Map([...(earlier?.signingKeys ?? []), ...key]),
  };
  apps.set(clientId, app);
  return nothing(204);
}

function readKey(value: Readonly<Record<string, unknown>>): readonly [string, string][] | 'unreadable' {
  if (Object.keys(value).length === 0) return [];
  try {
    const kid = textOf(value.kid);
    const key = createPublicKey(textOf(value.publicKeyPem));
    return kid === '' ? 'unreadable' : [[kid, key.export({ type: 'spki', format: 'pem' }).toString()]];
  } catch {
    return 'unreadable';
  }
}

function paymentsOf({ payments }: State, idempotencyKey: string) {
  return payments
    .list()
    .filter((payment) => payment.idempotencyKey === idempotencyKey)
    .map(({ id, status }) => ({ id, status }));
}
