import { createPublicKey } from 'node:crypto';
import { json } from '../../http/replies.ts';
import type { Route } from '../../http/route.ts';
import type { SimulatedPayment } from './payment.ts';
import { webhookHeaders } from './signature.ts';
import type { State } from './state.ts';

/** Tells the client what has become of a payment, at the address it gave in Console. */
export function tellClient(state: State, payment: SimulatedPayment): void {
  const url = state.apps.get(payment.clientId)?.webhookUrl;
  if (url === undefined) return;
  state.world.webhooks.send({
    provider: 'truelayer',
    url,
    body: JSON.stringify(eventOf(payment, state.world.uuid())),
    script: payment.script,
    subject: payment.id,
  });
}

export function signWebhooks({ world, webhookKey, root }: State): void {
  world.webhooks.signWith('truelayer', ({ url, body }) =>
    webhookHeaders(
      { url, body, sentAt: new Date(world.now()).toISOString() },
      { kid: webhookKey.kid, key: webhookKey.privateKey, jku: `${root}/.well-known/jwks` },
    ),
  );
}

export function webhookKeyRoute({ webhookKey }: State): Route {
  return {
    method: 'GET',
    path: '/.well-known/jwks',
    kind: 'api',
    handle: () =>
      json(200, {
        keys: [
          {
            ...createPublicKey(webhookKey.publicKey).export({ format: 'jwk' }),
            kid: webhookKey.kid,
            alg: 'ES512',
          },
        ],
      }),
  };
}

function eventOf(payment: SimulatedPayment, eventId: string) {
  const { failure, executedAt, authorizedAt } = payment;
  return {
    type: `payment_${payment.status}`,
    event_version: 1,
    event_id: eventId,
    payment_id: payment.id,
    payment_method: {
      type: 'bank_transfer',
      provider_id: payment.providerId,
      scheme_id: payment.schemeId,
    },
    ...(payment.status === 'authorized' ? { authorized_at: authorizedAt } : {}),
    ...(payment.status === 'executed' ? { executed_at: executedAt } : {}),
    ...(failure === undefined
      ? {}
      : { failed_at: failure.at, failure_stage: failure.stage, failure_reason: failure.reason }),
    metadata: payment.metadata,
  };
}
