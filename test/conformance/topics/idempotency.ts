import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Api, ApiAnswer } from '../../harness/api.ts';
import { rawRequest } from '../../harness/raw-http.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectNotFound, expectRefusal, expectSuccess } from '../expect.ts';
import {
  createCustomer,
  EXAMPLE_REQUESTS,
  OTHER_PAYTO,
  PAYTO,
  registerAccount,
  UNKNOWN,
  unique,
} from '../fixtures.ts';
import { walk } from '../walk.ts';

const AT_ONCE = 20;

const CONFLICT = {
  status: 409,
  code: 'idempotency_conflict',
  param: 'Idempotency-Key',
  key: 'idempotency.other_request',
} as const;

export const idempotency: Topic = (context) => {
  replays(context);
  concurrency(context);
  conflicts(context);
  notStored(context);
  scope(context);
  keyForm(context);
};

function register(api: Api, key: string, fields: object = {}): Promise<ApiAnswer> {
  const body = { holderName: 'Ada', payto: PAYTO, ...fields };
  return api('/v1/accounts', { body, headers: { 'idempotency-key': key } });
}

function isReplay(answer: ApiAnswer): boolean {
  const marker = answer.headers.get('idempotent-replayed');
  assert.ok(marker === null || marker === 'true');
  return marker === 'true';
}

const replays: Topic = ({ api }) => {
  test('a repeat gets the first answer byte for byte, marked as a replay', async () => {
    const key = unique('key');
    const first = await register(api, key, { metadata: { note: '🚂 "\\' } });
    expectSuccess('accounts.create', first);
    assert.equal(isReplay(first), false);
    for (let count = 0; count < 3; count += 1) {
      const again = await register(api, key, { metadata: { note: '🚂 "\\' } });
      assert.equal(again.status, first.status);
      assert.equal(again.text, first.text);
      assert.equal(again.headers.get('content-type'), first.headers.get('content-type'));
      assert.equal(isReplay(again), true);
    }
  });

  test('a repeat has no second effect', async () => {
    const customer = await createCustomer(api);
    const key = unique('key');
    const first = expectSuccess('accounts.create', await register(api, key, { customer: customer.id }));
    await register(api, key, { customer: customer.id });
    const page = expectSuccess('accounts.list', await api(`/v1/accounts?customer=${customer.id}`));
    assert.deepEqual(page.data, [first]);
    const log = await walk(api, 'events.list', '/v1/events', { limit: 100 });
    assert.equal(log.filter(({ data }) => data.object.id === first.id).length, 1);
  });

  test('a request is the same however its JSON is written', async () => {
    const headers = { 'idempotency-key': unique('key') };
    const path = '/v1/accounts';
    const first = await api(path, { rawBody: `{"holderName":"Ada","payto":"${PAYTO}"}`, headers });
    const rawBody = ` { "payto" : "${PAYTO.replaceAll('/', '\\/')}",\n "holderName" : "\\u0041da" } `;
    const again = await api(path, { rawBody, headers });
    assert.equal(again.text, first.text);
    assert.equal(isReplay(again), true);
  });

  test('the first answer is replayed also when it is no longer what a new request would get', async () => {
    const externalId = unique('user');
    const headers = { 'idempotency-key': unique('key') };
    const body = { externalId, name: 'Ada' };
    const first = await api('/v1/customers', { body, headers });
    const other = await api('/v1/customers', { body, headers: { 'idempotency-key': unique('key') } });
    assert.equal(isReplay(other), false, 'another key is another request');
    assert.equal(other.text, first.text, 'the externalId is a key of its own');
    const again = await api('/v1/customers', { body, headers });
    assert.equal(isReplay(again), true);
    assert.equal(again.text, first.text);
  });

  test('without a key nothing is replayed', async () => {
    const first = await registerAccount(api);
    const second = await registerAccount(api);
    assert.notEqual(second.id, first.id);
  });
};

const concurrency: Topic = ({ api }) => {
  test(`${AT_ONCE} equal requests at once have one effect and one answer`, async () => {
    const customer = await createCustomer(api);
    const key = unique('key');
    const requests = Array.from({ length: AT_ONCE }, () => register(api, key, { customer: customer.id }));
    const answers = await Promise.all(requests);
    for (const answer of answers) expectSuccess('accounts.create', answer);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter((answer) => !isReplay(answer)).length, 1);
    const page = expectSuccess('accounts.list', await api(`/v1/accounts?customer=${customer.id}`));
    assert.equal(page.data.length, 1);
    const log = await walk(api, 'events.list', '/v1/events', { limit: 100 });
    assert.equal(log.filter(({ data }) => data.object.id === page.data[0]?.id).length, 1);
  });

  test(`${AT_ONCE} different requests at once with one key have one effect, and the others are conflicts`, async () => {
    const customer = await createCustomer(api);
    const key = unique('key');
    const requests = Array.from({ length: AT_ONCE }, (_, index) =>
      register(api, key, { customer: customer.id, holderName: `Ada ${index}` }),
    );
    const answers = await Promise.all(requests);
    const [made, ...others] = answers.filter(({ status }) => status !== 409);
    assert.ok(made);
    assert.deepEqual(others, []);
    const account = expectSuccess('accounts.create', made);
    for (const answer of answers) if (answer !== made) expectRefusal(answer, CONFLICT);
    const page = expectSuccess('accounts.list', await api(`/v1/accounts?customer=${customer.id}`));
    assert.deepEqual(page.data, [account]);
  });
};

const conflicts: Topic = ({ api }) => {
  test('the same key with another body is a conflict and has no effect', async () => {
    const customer = await createCustomer(api);
    const key = unique('key');
    const first = expectSuccess('accounts.create', await register(api, key, { customer: customer.id }));
    const answer = await register(api, key, { customer: customer.id, payto: OTHER_PAYTO });
    expectRefusal(answer, CONFLICT);
    assert.equal(isReplay(answer), false);
    const page = expectSuccess('accounts.list', await api(`/v1/accounts?customer=${customer.id}`));
    assert.deepEqual(page.data, [first]);
  });

  test('the same key on another path is a conflict and has no effect', async () => {
    const key = unique('key');
    expectSuccess('accounts.create', await register(api, key));
    const externalId = unique('user');
    const answer = await api('/v1/customers', { body: { externalId }, headers: { 'idempotency-key': key } });
    expectRefusal(answer, CONFLICT);
    assert.deepEqual((await api(`/v1/customers?externalId=${externalId}`)).body.data, []);
  });

  test('a conflict does not spend the key: the first request is still replayed', async () => {
    const key = unique('key');
    const first = await register(api, key);
    expectRefusal(await register(api, key, { payto: OTHER_PAYTO }), CONFLICT);
    const again = await register(api, key);
    assert.equal(again.text, first.text);
    assert.equal(isReplay(again), true);
  });

  test('a field left out and a field given are different requests', async () => {
    const key = unique('key');
    expectSuccess('accounts.create', await register(api, key));
    expectRefusal(await register(api, key, { metadata: {} }), CONFLICT);
  });
};

const notStored: Topic = ({ api }) => {
  test('a request refused as invalid is not stored: the key is free for the right one', async () => {
    const key = unique('key');
    expectInvalid(await register(api, key, { payto: 'payto://iban/DE00' }), 'payto');
    const answer = await register(api, key);
    expectSuccess('accounts.create', answer);
    assert.equal(isReplay(answer), false);
  });

  test('a request that found nothing is not stored: the key is free for the right one', async () => {
    const key = unique('key');
    expectNotFound(await register(api, key, { customer: UNKNOWN.customer }), 'customer');
    const customer = await createCustomer(api);
    const answer = await register(api, key, { customer: customer.id });
    assert.equal(expectSuccess('accounts.create', answer).customer, customer.id);
    assert.equal(isReplay(answer), false);
  });

  test('a request that would call a provider and was refused is not stored: the key is free for another', async () => {
    const headers = { 'idempotency-key': unique('key') };
    const body = { customer: UNKNOWN.customer, country: 'DE', returnUri: 'https://shop.example/' };
    expectNotFound(await api('/v1/link_sessions', { body, headers }), 'customer');
    expectNotFound(await api('/v1/link_sessions', { body: { ...body, country: 'FR' }, headers }), 'customer');
    expectSuccess('accounts.create', await register(api, headers['idempotency-key']));
  });
};

const scope: Topic = ({ api, live }) => {
  test('a key of one environment says nothing in the other', async () => {
    const key = unique('key');
    const here = await register(api, key);
    const there = await register(live, key, { holderName: 'Someone else' });
    assert.notEqual(expectSuccess('accounts.create', there).id, expectSuccess('accounts.create', here).id);
    assert.equal(isReplay(there), false);
    assert.equal((await register(api, key)).text, here.text);
    assert.equal((await register(live, key, { holderName: 'Someone else' })).text, there.text);
  });

  test('keys are told apart by case', async () => {
    const key = unique('key');
    const first = expectSuccess('accounts.create', await register(api, key));
    const other = await register(api, key.toUpperCase());
    assert.notEqual(expectSuccess('accounts.create', other).id, first.id);
  });
};

const keyForm: Topic = ({ api, raw, testKey }) => {
  for (const [what, key] of [
    ['1 character', '~'],
    ['255 characters', unique('k').padEnd(255, '!')],
    [
      'every visible character',
      Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join(''),
    ],
  ] as const) {
    test(`a key of ${what} is taken and replayed`, async () => {
      const first = await register(api, key);
      expectSuccess('accounts.create', first);
      const again = await register(api, key);
      assert.equal(again.text, first.text);
      assert.equal(isReplay(again), true);
    });
  }

  const writes = EXAMPLE_REQUESTS.filter(({ operation }) => operation.method === 'POST');
  for (const { operation, path, request } of writes) {
    const write = (key: string) => api(path, { ...request, headers: { 'idempotency-key': key } });
    test(`${operation.method} ${operation.path} accepts an Idempotency-Key`, async () => {
      const { status } = await write(unique('key'));
      assert.ok([200, 201, 404, 503].includes(status), `its own answer, not ${status}`);
    });
    for (const [what, key] of [
      ['of 256 characters', 'k'.repeat(256)],
      ['with a space', 'a b'],
      ['that is empty', ''],
    ] as const) {
      test(`${operation.method} ${operation.path} refuses an Idempotency-Key ${what}`, async () => {
        expectInvalid(await write(key), 'Idempotency-Key', 'idempotency.key_form');
      });
    }
  }

  for (const [what, line] of [
    ['with a letter outside ASCII', 'Idempotency-Key: k\u00e4y'],
    ['with a tab', 'Idempotency-Key: a\tb'],
  ] as const) {
    test(`an Idempotency-Key ${what} is refused`, async () => {
      expectInvalid(await raw(customerRequest(testKey, [line])), 'Idempotency-Key');
    });
  }

  test('two Idempotency-Keys are refused', async () => {
    const headers = ['Idempotency-Key: one', 'Idempotency-Key: two'];
    expectInvalid(await raw(customerRequest(testKey, headers)), 'Idempotency-Key');
  });

  test('a read takes no notice of an Idempotency-Key', async () => {
    const answer = await api('/v1/rails', { headers: { 'idempotency-key': unique('key') } });
    expectSuccess('rails.list', answer);
    assert.equal(isReplay(answer), false);
  });
};

function customerRequest(key: string, headers: readonly string[]): Uint8Array {
  const body = JSON.stringify({ externalId: unique('user') });
  const all = [
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...headers,
  ];
  return Buffer.from(rawRequest('POST /v1/customers HTTP/1.1', all, body), 'latin1');
}
