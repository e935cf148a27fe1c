/** What the suite cannot know: how this provider refuses, and how a payout without an answer is found again. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createRealHttp } from '@switchyard/rail-kit/conformance';
import { templateRail } from '../../../packages/rails/src/template/index.ts';
import { API_KEY, startExampleProvider } from './start-example-provider.ts';

const provider = await startExampleProvider();
after(provider.stop);

const ports = { http: createRealHttp(), now: Date.now, randomUuid: () => crypto.randomUUID() };
const { payout } = templateRail.open({
  rail: 'template',
  credentials: { api_base_url: provider.baseUrl, api_key: API_KEY },
  ports,
});
assert.ok(payout);

function orderTo(holderName: string, payto = 'payto://iban/DE75512108001245126199') {
  const amount = { value: 900n, asset: 'iso4217:EUR' };
  const payee = { payto, holderName };
  return { key: crypto.randomUUID(), amount, sendAsset: amount.asset, scheme: 'sepa-sct', payee } as const;
}

test('a payout that never got its answer is found by its key', async () => {
  const order = orderTo('Petra Payee');
  assert.deepEqual(await payout.query({ order }), { kind: 'absent' });
  await payout.start(order);
  assert.equal((await payout.query({ order })).kind, 'processing');
});

test('a payout that fails is refused in our words, with the provider’s code', async () => {
  const order = orderTo('Closed Account');
  const started = await payout.start(order);
  assert.ok(started.kind === 'processing');
  assert.deepEqual(await payout.query({ order, memo: started.memo }), {
    kind: 'refused',
    code: 'bank_refused',
    providerCode: 'account_closed',
  });
});

test('what the provider turns down is rejected, and nothing was made', async () => {
  const order = orderTo('Nobody');
  const rejection = { kind: 'rejected', httpStatus: 422, providerCode: 'unknown_payee' };
  assert.deepEqual(await payout.start(order), rejection);
  assert.equal(provider.countFor(order.key), 0);
});

test('an address it cannot pay to does not reach the provider', async () => {
  const order = orderTo('Petra Payee', 'payto://gb-scan/200000/55779911');
  assert.deepEqual(await payout.start(order), { kind: 'rejected', providerCode: 'order' });
  assert.equal(provider.countFor(order.key), 0);
});

test('a payout that the provider has never heard of is absent', async () => {
  const order = orderTo('Petra Payee');
  assert.deepEqual(await payout.query({ order, memo: { id: 'po_none' } }), { kind: 'absent' });
});
