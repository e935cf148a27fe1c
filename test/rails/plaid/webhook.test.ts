/** Verification against signatures made by jose, with keys the adapter has never seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpAnswer, Webhook } from '@switchyard/rail-kit';
import { SignJWT } from 'jose';
import { plaidRail } from '../../../packages/rails/src/plaid/index.ts';
import { credentialsFor } from './plaid-stage.ts';
import { createSigner } from './signed-delivery.ts';

const BODY = JSON.stringify({
  webhook_type: 'PAYMENT_INITIATION',
  webhook_code: 'PAYMENT_STATUS_UPDATE',
  payment_id: 'payment-1',
  new_payment_status: 'PAYMENT_STATUS_INITIATED',
});

/** A Plaid that knows the given keys and counts how often it is asked. */
function openWebhook(keys: Readonly<Record<string, object>>, other?: HttpAnswer) {
  const asked: string[] = [];
  let nowMs = Date.now();
  const { webhook } = plaidRail.open({
    rail: 'plaid',
    credentials: credentialsFor('http://127.0.0.1:9'),
    ports: {
      http: {
        async send({ body }) {
          const { key_id: keyId } = JSON.parse(body ?? '{}');
          asked.push(keyId);
          const key = keys[keyId];
          if (key !== undefined) return answer(200, { key, request_id: 'r' });
          return other ?? answer(400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_FIELD' });
        },
      },
      now: () => nowMs,
      randomUuid: () => crypto.randomUUID(),
    },
  });
  assert.ok(webhook);
  return {
    webhook,
    asked,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

function answer(status: number, body: object): HttpAnswer {
  return { kind: 'answer', status, headers: {}, body: JSON.stringify(body) };
}

async function kindOf(webhook: Webhook, delivery: Parameters<Webhook['verify']>[0]): Promise<string> {
  return (await webhook.verify(delivery)).kind;
}

test('a delivery signed with Plaid’s key is genuine and names the payment', async () => {
  const signer = await createSigner();
  const { webhook } = openWebhook({ [signer.keyId]: await signer.key() });
  const verdict = await webhook.verify(await signer.sign(BODY));
  assert.equal(verdict.kind, 'genuine', JSON.stringify(verdict));
  assert.deepEqual(verdict.notices, [{ about: 'payment', ref: 'payment-1' }]);
});

test('the key is fetched once for many deliveries, and again after an hour', async () => {
  const signer = await createSigner();
  const { webhook, asked, pass } = openWebhook({ [signer.keyId]: await signer.key() });
  for (let count = 0; count < 3; count += 1) await webhook.verify(await signer.sign(BODY));
  assert.equal(asked.length, 1);
  pass(3_600_001);
  await webhook.verify(await signer.sign(BODY, { issuedAtMs: Date.now() + 3_600_001 }));
  assert.equal(asked.length, 2);
});

test('a key that Plaid has expired signs nothing any more', async () => {
  const signer = await createSigner();
  const { webhook } = openWebhook({ [signer.keyId]: await signer.key(1_700_000_001) });
  assert.equal(await kindOf(webhook, await signer.sign(BODY)), 'forged');
});

test('a delivery is taken up to five minutes after it was signed, and not a second longer', async () => {
  const signer = await createSigner();
  const { webhook } = openWebhook({ [signer.keyId]: await signer.key() });
  const aged = (seconds: number) => signer.sign(BODY, { issuedAtMs: Date.now() - seconds * 1000 });
  assert.equal(await kindOf(webhook, await aged(298)), 'genuine');
  assert.equal(await kindOf(webhook, await aged(302)), 'forged');
  assert.equal(await kindOf(webhook, await aged(-300)), 'forged', 'from the future');
});

test('another key under the same id, another body, and a body that was not hashed are forged', async () => {
  const [signer, impostor] = [await createSigner(), await createSigner()];
  const { webhook } = openWebhook({ [signer.keyId]: await signer.key() });
  const genuine = await signer.sign(BODY);
  const asIf = await createSigner(signer.keyId);
  assert.equal(await kindOf(webhook, await asIf.sign(BODY)), 'forged');
  assert.equal(await kindOf(webhook, await impostor.sign(BODY)), 'forged', 'a key Plaid does not know');
  assert.equal(await kindOf(webhook, await signer.sign(BODY, { sha256: '0'.repeat(64) })), 'forged');
  assert.equal(await kindOf(webhook, { ...genuine, body: new TextEncoder().encode(`${BODY} `) }), 'forged');
});

test('tokens of another kind are forged: no algorithm, a shared secret, a signature cut or wrong', async () => {
  const signer = await createSigner();
  const { webhook, asked } = openWebhook({ [signer.keyId]: await signer.key() });
  const genuine = await signer.sign(BODY);
  const [header = '', payload = '', signature = ''] = (genuine.headers['plaid-verification'] ?? '').split(
    '.',
  );
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid: signer.keyId })).toString('base64url');
  const shared = await new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    .setProtectedHeader({ alg: 'HS256', kid: signer.keyId })
    .sign(new TextEncoder().encode(JSON.stringify(await signer.key())));
  const wrong = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const token of [
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    shared,
    `${header}.${payload}.${signature.slice(0, -1)}`,
    `${header}.${payload}.${wrong}`,
    `${header}.${payload}`,
    'x.y.z',
    '',
  ]) {
    const delivery = { ...genuine, headers: { 'plaid-verification': token } };
    assert.equal(await kindOf(webhook, delivery), 'forged', token);
  }
  assert.equal(asked.length, 1, 'only what could be Plaid’s is worth asking for a key');
});

test('invented key ids are asked for once a minute at most', async () => {
  const signer = await createSigner('invented');
  const { webhook, asked } = openWebhook({});
  for (let count = 0; count < 5; count += 1)
    assert.equal(await kindOf(webhook, await signer.sign(BODY)), 'forged');
  assert.equal(asked.length, 1);
});

test('when the key cannot be fetched the delivery is unverifiable, and is tried again the next time', async () => {
  const signer = await createSigner();
  for (const other of [{ kind: 'no_answer' }, { kind: 'not_connected' }, answer(500, {})] as const) {
    const { webhook, asked } = openWebhook({}, other);
    assert.equal(await kindOf(webhook, await signer.sign(BODY)), 'unverifiable');
    assert.equal(await kindOf(webhook, await signer.sign(BODY)), 'unverifiable');
    assert.equal(asked.length, 2);
  }
});

test('a genuine delivery about something else has nothing to look at', async () => {
  const signer = await createSigner();
  const { webhook } = openWebhook({ [signer.keyId]: await signer.key() });
  for (const body of ['{"webhook_type":"INCOME","webhook_code":"X"}', '[]', 'no json']) {
    const verdict = await webhook.verify(await signer.sign(body));
    assert.deepEqual(verdict.kind === 'genuine' && verdict.notices, [], body);
  }
});
