/** Payment Initiation against the emulated Plaid, with every outcome its scripts know. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PaymentOrder, PaymentStep } from '@switchyard/rail-kit';
import { eventually } from '../eventually.ts';
import { comeBack, decideAt } from './person.ts';
import { openPlaid, paymentOrder, settle } from './plaid-stage.ts';

const stage = await openPlaid();
const { payment } = stage.rail;
after(() => stage.stop());

async function start(order: PaymentOrder) {
  const step = await payment.start(order);
  assert.ok(step.kind === 'requires_action' && step.action.type === 'redirect', JSON.stringify(step));
  return { memo: step.memo, url: step.action.url, ref: step.ref };
}

/** From the order to where it ends, with a user who approves. */
async function pay(order: PaymentOrder, bank = 'Barclays'): Promise<PaymentStep> {
  const { memo, url } = await start(order);
  const returnParams = await comeBack(url, { decision: 'approve', bank });
  assert.equal(returnParams.state, order.state);
  await payment.resume({ order, memo, returnParams });
  const last = await settle(() => payment.query({ order, memo }));
  assert.notEqual(last.kind, 'absent');
  return last as PaymentStep;
}

const euros: Partial<PaymentOrder> = {
  amount: { value: 123_456n, asset: 'iso4217:EUR' },
  scheme: 'sepa-sct-inst',
  payer: { payto: 'payto://iban/DE75512108001245126199', holderName: 'Hannah Brandt' },
  payee: { payto: 'payto://iban/FR1420041010050500013M02606', holderName: 'Boutique' },
};

test('an approved payment is accepted by the bank, and the amount is written digit for digit', async () => {
  const order = paymentOrder();
  const last = await pay(order);
  assert.ok(
    last.kind === 'done' && last.result.providerStatus === 'PAYMENT_STATUS_INITIATED',
    JSON.stringify(last),
  );
  const sent = stage.exchanges.find(({ request }) => request.purpose === 'payment_initiation.payment.create');
  assert.match(sent?.request.body ?? '', /"value":10\.10[,}]/);
});

test('a UK bank goes on to say that the money has left, which is settled as well', async () => {
  const order = paymentOrder();
  const { memo, url } = await start(order);
  await comeBack(url, { decision: 'approve', bank: 'Barclays' });
  const statusOf = async () => {
    const step = await payment.query({ order, memo });
    return step.kind === 'done' ? step.result.providerStatus : step.kind;
  };
  let status = await statusOf();
  for (let count = 0; status !== 'PAYMENT_STATUS_EXECUTED' && count < 100; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    status = await statusOf();
  }
  assert.equal(status, 'PAYMENT_STATUS_EXECUTED');
});

test('euros go by SEPA, złoty by the local scheme', async () => {
  const last = await pay(paymentOrder(euros), 'Deutsche Bank');
  assert.equal(last.kind, 'done', JSON.stringify(last));
  const złoty = paymentOrder({
    amount: { value: 5_000n, asset: 'iso4217:PLN' },
    scheme: 'pl-express-elixir',
    payer: { payto: 'payto://iban/PL61109010140000071219812874', holderName: 'Marta Kowalczyk' },
    payee: { payto: 'payto://iban/PL61109010140000071219812874', holderName: 'Sklep' },
  });
  await start(złoty);
  const bodies = stage.exchanges.map(({ request }) => request.body ?? '');
  assert.ok(bodies.some((body) => body.includes('"scheme":"SEPA_CREDIT_TRANSFER_INSTANT"')));
  assert.ok(
    bodies.some((body) => body.includes('"currency":"PLN"') && body.includes('"scheme":"LOCAL_INSTANT"')),
  );
});

for (const [words, code] of [
  ['refused', 'bank_refused'],
  ['insufficient', 'insufficient_funds'],
] as const) {
  test(`SIM ${words} ends refused with ${code}`, async () => {
    const last = await pay(paymentOrder({ reference: `SIM ${words}` }));
    assert.ok(last.kind === 'refused' && last.code === code, JSON.stringify(last));
  });
}

for (const words of ['timeout', 'reset', 'error']) {
  test(`SIM ${words} is an unknown outcome, and asking without a memo says that nothing can be paid`, async () => {
    const order = paymentOrder({ reference: `SIM ${words}` });
    stage.hurry('/payment_initiation/payment/create');
    assert.equal((await payment.start(order)).kind, 'unknown_outcome');
    assert.deepEqual(await payment.query({ order }), { kind: 'absent' });
  });
}

test('SIM rejected is rejected for good, with Plaid’s code', async () => {
  const step = await payment.start(paymentOrder({ reference: 'SIM rejected' }));
  assert.deepEqual(step, { kind: 'rejected', providerCode: 'PAYMENT_REJECTED', httpStatus: 400 });
});

test('SIM stuck stays in process', async () => {
  const order = paymentOrder({ reference: 'SIM stuck' });
  const { memo, url } = await start(order);
  await comeBack(url, { decision: 'approve', bank: 'Barclays' });
  const step = await settle(() => payment.query({ order, memo }), 1_500);
  assert.ok(step.kind === 'processing' && step.providerStatus === 'PAYMENT_STATUS_AUTHORISING');
});

test('SIM returned is accepted first, and then refused by the bank', async () => {
  const order = paymentOrder({ reference: 'SIM returned' });
  const { memo, url } = await start(order);
  await comeBack(url, { decision: 'approve', bank: 'Barclays' });
  assert.equal((await settle(() => payment.query({ order, memo }))).kind, 'done');
  const endMs = Date.now() + 8_000;
  let step = await payment.query({ order, memo });
  while (step.kind === 'done' && Date.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    step = await payment.query({ order, memo });
  }
  assert.ok(step.kind === 'refused' && step.code === 'bank_refused', JSON.stringify(step));
});

test('a payee can ask for an outcome by name, and a bank has its own', async () => {
  const byName = await pay(
    paymentOrder({ payee: { ...paymentOrder().payee, holderName: 'Simulated refused' } }),
  );
  assert.ok(byName.kind === 'refused' && byName.code === 'bank_refused');
  const byBank = await pay(paymentOrder(), 'Test Bank that declines');
  assert.ok(byBank.kind === 'refused' && byBank.code === 'bank_refused');
  const unreachable = await pay(paymentOrder(), 'Test Bank that is unavailable');
  assert.ok(
    unreachable.kind === 'refused' && unreachable.code === 'provider_rejected',
    JSON.stringify(unreachable),
  );
});

for (const words of ['duplicate', 'reordered']) {
  test(`webhooks that come ${words} are genuine and name the payment`, async () => {
    const order = paymentOrder({ reference: `SIM ${words}` });
    const { memo, url, ref } = await start(order);
    await comeBack(url, { decision: 'approve', bank: 'Barclays' });
    await settle(() => payment.query({ order, memo }));
    const ours = () =>
      stage.deliveries.filter(({ body }) => new TextDecoder().decode(body).includes(String(ref)));
    await eventually(() => ours()[2]);
    for (const delivery of ours()) {
      const verdict = await stage.rail.webhook.verify(delivery);
      assert.deepEqual(verdict.kind === 'genuine' && verdict.notices, [{ about: 'payment', ref }]);
    }
  });
}

test('a payment that nobody approved expires only after Plaid says that it still waits', async () => {
  const other = await openPlaid();
  const order = paymentOrder();
  const step = await other.rail.payment.start(order);
  assert.ok(step.kind === 'requires_action');
  other.moveClock(31 * 60_000);
  assert.equal((await other.rail.payment.query({ order, memo: step.memo })).kind, 'requires_action');
  other.moveClock(5 * 60_000);
  const last = await other.rail.payment.query({ order, memo: step.memo });
  assert.ok(last.kind === 'refused' && last.code === 'expired', JSON.stringify(last));
  await other.stop();
  assert.equal((await other.rail.payment.query({ order, memo: step.memo })).kind, 'unavailable');
});

test('in an app the payment is approved in the SDK', async () => {
  const order = paymentOrder({ channel: 'native' });
  const step = await payment.start(order);
  assert.ok(step.kind === 'requires_action' && step.action.type === 'sdk', JSON.stringify(step));
  await decideAt(`${stage.baseUrl}/plaid/link-sdk?token=${step.action.token}`, {
    decision: 'approve',
    bank: 'Barclays',
  });
  assert.equal((await settle(() => payment.query({ order, memo: step.memo }))).kind, 'done');
});

test('an order that the scheme cannot carry is rejected without a call', async () => {
  const before = stage.exchanges.length;
  for (const changes of [
    { scheme: 'sepa-sct' },
    { scheme: 'gb-chaps' },
    { reference: 'more than eighteen characters' },
    { reference: 'no/slash' },
    { payee: { payto: 'payto://bic/SOGEDEFFXXX', holderName: 'X' } },
  ] as const)
    assert.equal((await payment.start(paymentOrder(changes))).kind, 'rejected', JSON.stringify(changes));
  assert.equal(stage.exchanges.length, before);
});

test('pounds to a British IBAN go to the sort code and the account in it', async () => {
  const order = paymentOrder({ payee: { payto: 'payto://iban/GB29NWBK60161331926819', holderName: 'X' } });
  assert.equal((await payment.start(order)).kind, 'requires_action');
  const isRecipient = ({ purpose }: { readonly purpose: string }) =>
    purpose === 'payment_initiation.recipient.create';
  const sent = stage.exchanges.findLast(({ request }) => isRecipient(request))?.request.body ?? '{}';
  const { bacs, iban } = JSON.parse(sent);
  assert.deepEqual([bacs, iban], [{ account: '31926819', sort_code: '601613' }, undefined]);
});

test('pounds to a foreign IBAN are refused by Plaid', async () => {
  const step = await payment.start(
    paymentOrder({ payee: { payto: 'payto://iban/DE75512108001245126199', holderName: 'X' } }),
  );
  assert.deepEqual(step, { kind: 'rejected', providerCode: 'INVALID_FIELD', httpStatus: 400 });
});
