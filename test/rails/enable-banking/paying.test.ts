/** Payments through the simulated Enable Banking: every outcome a reference can ask for, and every fault. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ibanAt } from '../xs2a/control.ts';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { settle } from '../xs2a/settle.ts';
import { europeanOrder, startEnableBanking } from './start-enable-banking.ts';

const started = await startEnableBanking();
after(() => started.simulator.stop());
const FRENCH = { iban: ibanAt('fr-bnp-paribas'), institution: 'FR|BNP Paribas' };
const GERMAN = { iban: ibanAt('de-commerzbank'), institution: 'DE|Commerzbank' };

async function pay(order: ReturnType<typeof europeanOrder>, decision: 'approve' | 'decline' = 'approve') {
  const { payment } = started.open();
  const first = await payment.start(order);
  if (first.kind !== 'requires_action') return first;
  const { returnParams } = await decideOnPage(first.action, decision);
  return settle(payment, order, await payment.resume({ order, memo: first.memo, returnParams }));
}

test('an approved payment settles, of both kinds, with its status', async () => {
  for (const scheme of ['sepa-sct', 'sepa-sct-inst'] as const) {
    const last = await pay(europeanOrder(FRENCH, 'Invoice 18', scheme));
    assert.ok(last.kind === 'done' && last.result.providerStatus === 'ACSC', JSON.stringify(last));
  }
});

test('where a bank leaves payments in process, that is the end, because its directory entry says so', async () => {
  const asked = () =>
    started.http.exchanges.filter(({ request }) => request.purpose === 'aspsps.list').length;
  const before = asked();
  const last = await pay(europeanOrder(GERMAN));
  assert.ok(last.kind === 'done' && last.result.providerStatus === 'ACSP', JSON.stringify(last));
  assert.equal(asked(), before + 1, 'the directory is asked once, at the end');
});

const REFUSALS = [
  ['SIM refused', 'bank_refused', 'MS03'],
  ['SIM insufficient', 'insufficient_funds', 'AM04'],
  ['SIM rejected', 'provider_rejected', 'PAYMENT_LIMIT_EXCEEDED'],
] as const;
for (const [reference, code, providerCode] of REFUSALS)
  test(`"${reference}" is refused: ${code}`, async () => {
    const last = await pay(europeanOrder(FRENCH, reference));
    assert.deepEqual(last, { kind: 'refused', code, providerCode });
  });

test('a bank that declines refuses what its customer approved', async () => {
  const payer = { iban: ibanAt('de-test-declines'), institution: 'DE|Test Bank that declines' };
  const last = await pay(europeanOrder(payer));
  assert.ok(last.kind === 'refused' && last.code === 'bank_refused', JSON.stringify(last));
});

for (const reference of ['SIM timeout', 'SIM reset', 'SIM error'])
  test(`"${reference}" leaves the outcome unknown, and asking without a memo does not guess`, async () => {
    const { payment } = started.open();
    const order = europeanOrder(FRENCH, reference);
    started.hurry('/payments');
    assert.equal((await payment.start(order)).kind, 'unknown_outcome');
    assert.equal((await payment.query({ order })).kind, 'unknown_outcome');
    assert.equal(await started.countAtProvider(order.key), reference === 'SIM error' ? 0 : 1);
  });

test('a payment that is returned later had settled', async () => {
  assert.equal((await pay(europeanOrder(FRENCH, 'SIM returned'))).kind, 'done');
});

test('a payment that is stuck stays in process', async () => {
  const { payment } = started.open();
  const order = europeanOrder(FRENCH, 'SIM stuck');
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  await decideOnPage(first.action, 'approve');
  const step = await settle(payment, order, await payment.resume({ order, memo: first.memo }), 1_500);
  assert.ok(step.kind === 'processing' && step.providerStatus === 'ACSP', JSON.stringify(step));
});

test('a user who declines and closes the tab has cancelled, and one who comes back has declined', async () => {
  const { payment } = started.open();
  const order = europeanOrder(FRENCH);
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  assert.deepEqual(await payment.query({ order, memo: first.memo }), first, 'nothing has happened yet');
  const { returnParams } = await decideOnPage(first.action, 'decline');
  const asked = await payment.query({ order, memo: first.memo });
  assert.ok(asked.kind === 'refused' && asked.code === 'cancelled', JSON.stringify(asked));
  const back = await payment.resume({ order, memo: first.memo, returnParams });
  assert.ok(back.kind === 'refused' && back.code === 'user_declined', JSON.stringify(back));
});

test('a typed return address does not end a payment', async () => {
  const { payment } = started.open();
  const order = europeanOrder(FRENCH);
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  const typed = await payment.resume({ order, memo: first.memo, returnParams: { error: 'access_denied' } });
  assert.equal(typed.kind, 'processing', JSON.stringify(typed));
  await decideOnPage(first.action, 'approve');
  assert.equal((await settle(payment, order, typed)).kind, 'done');
});

test('there is no cancelling, for the provider only forgets payments that are over', () => {
  assert.equal(started.open().payment.cancel, undefined);
});

test('what the provider does not know is absent, and what cannot be paid is not sent', async () => {
  const { payment } = started.open();
  const memo = { paymentId: crypto.randomUUID(), url: 'https://a.example/', back: 'no' } as const;
  assert.equal((await payment.query({ order: europeanOrder(FRENCH), memo })).kind, 'absent');

  const count = started.http.exchanges.length;
  const franc = { ...europeanOrder(FRENCH), amount: { asset: 'iso4217:CHF', value: 100n } };
  assert.equal((await payment.start(franc)).kind, 'rejected');
  assert.equal((await payment.start({ ...europeanOrder(FRENCH), scheme: 'gb-fps' })).kind, 'rejected');
  const { institution: _institution, ...payer } = europeanOrder(FRENCH).payer;
  const nowhere = await payment.start({ ...europeanOrder(FRENCH), payer });
  assert.ok(nowhere.kind === 'refused' && nowhere.code === 'institution_required');
  assert.equal(started.http.exchanges.length, count, 'nothing was sent');
});

test('whatever strikes the making of a payment, it is unknown; whatever strikes a read, it is asked again', async () => {
  for (const fault of ['error_500', 'error_503', 'timeout', 'timeout_after_success', 'reset', 'malformed']) {
    const { payment } = started.open();
    await started.fault(fault, '/payments');
    assert.equal((await payment.start(europeanOrder(FRENCH))).kind, 'unknown_outcome', fault);

    const order = europeanOrder(FRENCH);
    const first = await payment.start(order);
    assert.equal(first.kind, 'requires_action');
    await decideOnPage(first.action, 'approve');
    await started.fault(fault, '/payments');
    assert.equal((await payment.query({ order, memo: first.memo })).kind, 'unavailable', fault);
    const last = await settle(payment, order, await payment.resume({ order, memo: first.memo }));
    assert.equal(last.kind, 'done', fault);
  }
});

test('a directory that fails when it decides leaves the payment for the next question', async () => {
  const { payment } = started.open();
  const order = europeanOrder(GERMAN);
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  await decideOnPage(first.action, 'approve');
  await started.fault('error_500', '/aspsps');
  const last = await settle(payment, order, await payment.resume({ order, memo: first.memo }));
  assert.equal(last.kind, 'unavailable');
  const again = await payment.query({ order, memo: first.memo });
  assert.equal(again.kind, 'done', JSON.stringify(again));
});
