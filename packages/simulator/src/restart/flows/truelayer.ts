import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { call, type Flow, form, until } from '../flow.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp521r1' });
const publicKeyPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
const RETURN_URI = 'https://client.example/back';
const CLIENT = { client_id: 'restarts', client_secret: 'secret' };

export const truelayerFlow: Flow = {
  name: 'TrueLayer: a code not yet exchanged, an approved payment not yet executed, webhooks not yet taken',
  async begin(simulator, hook) {
    const root = `${simulator}/truelayer`;
    await call('POST', `${root}/__dashboard`, {
      body: {
        clientId: CLIENT.client_id,
        clientSecret: CLIENT.client_secret,
        webhookUrl: `${hook}/truelayer`,
        signingKey: { kid: 'k', publicKeyPem },
      },
    });
    const keys = (await call('GET', `${root}/.well-known/jwks`)).text;
    const code = await consent(root);
    const { token, id, key } = await approvedPayment(root);

    return async (again, received) => {
      const now = `${again}/truelayer`;
      const exchanged = await call('POST', `${now}/connect/token`, {
        body: form({ ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: RETURN_URI }),
      });
      assert.equal(exchanged.status, 200, exchanged.text);
      const headers = { authorization: `Bearer ${exchanged.body.access_token}` };
      const accounts = await call('GET', `${now}/data/v1/accounts`, { headers });
      assert.ok(accounts.body.results.length > 0);

      const read = () =>
        call('GET', `${now}/v3/payments/${id}`, { headers: { authorization: `Bearer ${token}` } });
      await until('the payment is executed', async () => (await read()).body.status === 'executed');
      const types = () =>
        received.map((body) => JSON.parse(body)).filter(({ payment_id }) => payment_id === id);
      await until('its webhooks arrive', () =>
        ['payment_authorized', 'payment_executed'].every((type) =>
          types().some((event) => event.type === type),
        ),
      );
      assert.equal((await call('GET', `${now}/.well-known/jwks`)).text, keys, 'the key is the same');
      const repeated = await create(now, token, key);
      assert.equal(repeated.body.id, id, 'the same key is the same payment');
    };
  },
};

async function consent(root: string): Promise<string> {
  const query = form({
    client_id: CLIENT.client_id,
    response_type: 'code',
    scope: 'accounts',
    redirect_uri: RETURN_URI,
    provider_id: 'ob-monzo',
  });
  const page = await call('GET', `${root}/?${query}`);
  const [, session] = /\/login\/([0-9a-f-]{36})/.exec(page.text) ?? [];
  const back = await call('POST', `${root}/login/${session}`, { body: form({ decision: 'approve' }) });
  return new URL(back.location).searchParams.get('code') ?? '';
}

async function approvedPayment(root: string) {
  const granted = await call('POST', `${root}/connect/token`, {
    body: form({ ...CLIENT, grant_type: 'client_credentials', scope: 'payments' }),
  });
  const token: string = granted.body.access_token;
  const key = randomUUID();
  const created = await create(root, token, key);
  assert.equal(created.status, 201, created.text);
  const { id } = created.body;
  const path = `/v3/payments/${id}/authorization-flow`;
  await write(root, path, token, randomUUID(), { redirect: { return_uri: RETURN_URI } });
  const approved = await call('POST', `${root}/bank/payments/${id}`, { body: form({ decision: 'approve' }) });
  assert.equal(approved.status, 303, approved.text);
  return { token, id, key };
}

function create(root: string, token: string, key: string) {
  return write(root, '/v3/payments', token, key, {
    amount_in_minor: 1234,
    currency: 'GBP',
    payment_method: {
      type: 'bank_transfer',
      provider_selection: {
        type: 'preselected',
        provider_id: 'ob-monzo',
        scheme_selection: { scheme_id: 'faster_payments_service' },
      },
      beneficiary: {
        type: 'external_account',
        account_holder_name: 'Somebody',
        account_identifier: {
          type: 'sort_code_account_number',
          sort_code: '123456',
          account_number: '12345678',
        },
        reference: 'SIM slow',
      },
    },
    user: { name: 'Ada', email: 'ada@example.com' },
  });
}

function write(root: string, path: string, token: string, key: string, value: unknown) {
  const body = JSON.stringify(value);
  const base64 = (text: string) => Buffer.from(text).toString('base64url');
  const head = base64(
    JSON.stringify({ alg: 'ES512', kid: 'k', tl_version: '2', tl_headers: 'Idempotency-Key' }),
  );
  const text = base64(`POST ${new URL(root + path).pathname}\nIdempotency-Key: ${key}\n${body}`);
  const signature = sign('sha512', Buffer.from(`${head}.${text}`), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');
  return call('POST', root + path, {
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      'tl-signature': `${head}..${signature}`,
    },
    body,
  });
}
