/** Payments at simulated banks: every outcome a reference can ask for, and every fault. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ibanAt } from '../xs2a/control.ts';
import { decideOnPage } from '../xs2a/decide-on-page.ts';
import { settle } from '../xs2a/settle.ts';
import { germanOrder, startBerlinGroup } from './start-berlin-group.ts';

const started = await startBerlinGroup();
after(() => started.simulator.stop());
const payerIban = ibanAt('de-deutsche-bank');

async function pay(reference: string, decision: 'approve' | 'decline' = 'approve') {
  const { payment } = started.open();
  const order = germanOrder(payerIban, reference);
  const first = await payment.start(order);
  if (first.kind !== 'requires_action') return first;
  const { returnParams } = await decideOnPage(first.action, decision);
  return settle(payment, order, await payment.resume({ order, memo: first.memo, returnParams }));
}

test('an approved payment settles, of both kinds, with its status', async () => {
  const { payment } = started.open();
  for (const scheme of ['sepa-sct', 'sepa-sct-inst'] as const) {
    const order = germanOrder(payerIban, 'Invoice 18', scheme);
    const first = await payment.start(order);
    assert.equal(first.kind, 'requires_action', JSON.stringify(first));
    await decideOnPage(first.action, 'approve');
    const last = await settle(payment, order, await payment.resume({ order, memo: first.memo }));
    assert.ok(last.kind === 'done' && last.result.providerStatus === 'ACSC', JSON.stringify(last));
    assert.equal(last.result.ref, first.ref);
  }
});

const REFUSALS = [
  ['SIM refused', 'bank_refused'],
  ['SIM insufficient', 'insufficient_funds'],
  ['SIM rejected', 'bank_refused'],
] as const;
for (const [reference, code] of REFUSALS)
  test(`"${reference}" is refused: ${code}`, async () => {
    const last = await pay(reference);
    assert.ok(last.kind === 'refused' && last.code === code, JSON.stringify(last));
  });

for (const reference of ['SIM timeout', 'SIM reset', 'SIM error'])
  test(`"${reference}" leaves the outcome unknown, and asking without a memo does not guess`, async () => {
    const { payment } = started.open();
    const order = germanOrder(payerIban, reference);
    started.hurry('/de-deutsche-bank/v1/payments');
    assert.equal((await payment.start(order)).kind, 'unknown_outcome');
    assert.equal((await payment.query({ order })).kind, 'unknown_outcome');
    assert.equal(await started.countAtProvider(order.key), reference === 'SIM error' ? 0 : 1);
  });

test('a payment that is returned later had settled', async () => {
  assert.equal((await pay('SIM returned')).kind, 'done');
});

test('a payment that is stuck stays in process, and is settled there only where the bank is said to end so', async () => {
  const order = germanOrder(payerIban, 'SIM stuck');
  const { payment } = started.open();
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  await decideOnPage(first.action, 'approve');
  const step = await settle(payment, order, await payment.resume({ order, memo: first.memo }), 1_500);
  assert.ok(step.kind === 'processing' && step.providerStatus === 'ACSP', JSON.stringify(step));

  const { payment: trusting } = started.open({ ...started.at('de-deutsche-bank'), acsp_is_final: true });
  const done = await trusting.query({ order, memo: step.memo });
  assert.ok(done.kind === 'done' && done.result.providerStatus === 'ACSP', JSON.stringify(done));
  assert.ok(trusting.facts.settledStatuses.includes('ACSP'));
  assert.ok(!payment.facts.settledStatuses.includes('ACSP'));
});

test('a user who declines is told apart from a bank that refuses, back or not', async () => {
  const { payment } = started.open();
  const order = germanOrder(payerIban);
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  assert.deepEqual(await payment.query({ order, memo: first.memo }), first, 'nothing has happened yet');
  await decideOnPage(first.action, 'decline');
  const asked = await payment.query({ order, memo: first.memo });
  assert.ok(asked.kind === 'refused' && asked.code === 'user_declined', JSON.stringify(asked));
});

test('a typed return address does not end a payment', async () => {
  const { payment } = started.open();
  const order = germanOrder(payerIban);
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  const typed = await payment.resume({ order, memo: first.memo, returnParams: { sca: 'nok' } });
  assert.equal(typed.kind, 'processing', JSON.stringify(typed));
  await decideOnPage(first.action, 'approve');
  assert.equal((await settle(payment, order, typed)).kind, 'done');
});

test('a payment is cancelled until the user approves it, and not afterwards', async () => {
  const { payment } = started.open();
  assert.ok(payment.cancel);
  const order = germanOrder(payerIban);
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  const cancelled = await payment.cancel({ order, memo: first.memo });
  assert.ok(cancelled.kind === 'refused' && cancelled.code === 'cancelled', JSON.stringify(cancelled));
  const asked = await payment.query({ order, memo: first.memo });
  assert.ok(asked.kind === 'refused' && asked.code === 'cancelled', JSON.stringify(asked));

  const second = await payment.start(germanOrder(payerIban));
  assert.equal(second.kind, 'requires_action');
  await decideOnPage(second.action, 'approve');
  const late = await payment.cancel({ order, memo: second.memo });
  assert.ok(late.kind === 'rejected' && late.providerCode === 'CANCELLATION_INVALID', JSON.stringify(late));
  assert.equal(
    (await settle(payment, order, await payment.resume({ order, memo: second.memo }))).kind,
    'done',
  );
});

test('an account of another bank, another currency and another scheme are not paid from', async () => {
  const elsewhere = await pay('Invoice 19');
  assert.equal(elsewhere.kind, 'done');
  const { payment } = started.open();
  const order = germanOrder(ibanAt('de-commerzbank'));
  const first = await payment.start(order);
  assert.equal(first.kind, 'requires_action');
  await decideOnPage(first.action, 'approve');
  const last = await settle(payment, order, await payment.resume({ order, memo: first.memo }));
  assert.ok(last.kind === 'refused' && last.code === 'bank_refused', JSON.stringify(last));

  const count = started.http.exchanges.length;
  const franc = { ...germanOrder(payerIban), amount: { asset: 'iso4217:CHF', value: 100n } };
  assert.equal((await payment.start(franc)).kind, 'rejected');
  assert.equal((await payment.start({ ...germanOrder(payerIban), scheme: 'gb-fps' })).kind, 'rejected');
  assert.equal(started.http.exchanges.length, count, 'nothing was sent');
});

test('whatever strikes the making of a payment, it is unknown; whatever strikes a read, it is asked again', async () => {
  for (const fault of ['error_500', 'error_503', 'timeout', 'timeout_after_success', 'reset', 'malformed']) {
    const { payment } = started.open();
    await started.fault(fault, '/de-deutsche-bank/v1/payments');
    assert.equal((await payment.start(germanOrder(payerIban))).kind, 'unknown_outcome', fault);

    const order = germanOrder(payerIban);
    const first = await payment.start(order);
    assert.equal(first.kind, 'requires_action');
    await decideOnPage(first.action, 'approve');
    await started.fault(fault, '/de-deutsche-bank/v1/payments');
    assert.equal((await payment.query({ order, memo: first.memo })).kind, 'unavailable', fault);
    const last = await settle(payment, order, await payment.resume({ order, memo: first.memo }));
    assert.equal(last.kind, 'done', fault);
  }
});

test('an answer that comes later than the host waits leaves the outcome unknown', async () => {
  await started.fault('latency', '/de-deutsche-bank/v1/payments');
  const { payment } = started.open();
  assert.equal((await payment.start(germanOrder(payerIban))).kind, 'unknown_outcome');
});
