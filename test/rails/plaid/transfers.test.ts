/** Transfers in the US: from a linked account to the Ledger, from the Ledger to a linked account. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PaymentOrder, PayoutOrder } from '@switchyard/rail-kit';
import { eventually } from '../eventually.ts';
import { askPlaid, linkAccount, openPlaid, partyOf, paymentOrder, settle } from './plaid-stage.ts';

const stage = await openPlaid();
const { payment, payout, transit } = stage.rail;
after(() => stage.stop());

const party = partyOf(await linkAccount(stage, 'US'));
const LEDGER = { payto: 'payto://plaid-ledger/default', holderName: 'Switchyard test', country: 'US' };

function debit(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  return paymentOrder({
    amount: { value: 7_505n, asset: 'iso4217:USD' },
    scheme: 'us-ach-same-day',
    payer: party,
    payee: LEDGER,
    reference: 'ABC',
    ...changes,
  });
}

function credit(changes: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    key: crypto.randomUUID(),
    amount: { value: 4_200n, asset: 'iso4217:USD' },
    sendAsset: 'iso4217:USD',
    scheme: 'us-ach',
    payee: party,
    ...changes,
  };
}

async function balance(): Promise<number> {
  const grant = party.link?.grant;
  assert.ok(typeof grant === 'object' && grant !== null && 'accessToken' in grant);
  const { accounts } = await askPlaid(stage, '/auth/get', { access_token: grant.accessToken });
  return accounts[0].balances.available;
}

test('a debit is done when its money can be used, and the transit tells of it once', async () => {
  const collect = await transit.collectTo({ asset: 'iso4217:USD', key: crypto.randomUUID() });
  assert.ok(collect.kind === 'done');
  const { payee, reference } = collect.result;
  const order = debit({ payee, reference });
  const before = await balance();
  const first = await payment.start(order);
  assert.ok(first.kind === 'processing' && first.providerStatus === 'pending', JSON.stringify(first));
  const input = { asset: 'iso4217:USD', reference, sinceMs: Date.now() - 60_000 };
  assert.deepEqual(await transit.credits(input), { kind: 'done', result: [] });

  const last = await settle(() => payment.query({ order, memo: first.memo }));
  assert.ok(last.kind === 'done' && last.result.providerStatus === 'funds_available', JSON.stringify(last));
  assert.equal(Math.round((before - (await balance())) * 100), 7_505);
  const credits = await transit.credits(input);
  assert.ok(credits.kind === 'done');
  assert.deepEqual(
    credits.result.map(({ amount, id }) => ({ amount, id })),
    [{ amount: order.amount, id: last.result.ref }],
  );
  assert.deepEqual(await transit.credits({ ...input, reference: 'ANOTHER' }), { kind: 'done', result: [] });
});

test('a debit is only ever for the Ledger', async () => {
  const before = stage.exchanges.length;
  const step = await payment.start(
    debit({ payee: { payto: 'payto://ach/021000021/1', holderName: 'Else' } }),
  );
  assert.equal(step.kind, 'rejected');
  assert.equal(stage.exchanges.length, before);
});

test('an account that was not linked can be neither debited nor paid', async () => {
  const { link: _link, ...unlinked } = party;
  for (const step of [
    await payment.start(debit({ payer: unlinked })),
    await payout.start(credit({ payee: unlinked })),
  ])
    assert.deepEqual(step, { kind: 'refused', code: 'account_unusable' });
});

test('a payout by each network is done when it has settled', async () => {
  for (const scheme of ['us-ach', 'us-ach-same-day', 'us-rtp'] as const) {
    const order = credit({ scheme });
    const first = await payout.start(order);
    assert.ok(first.kind === 'processing', JSON.stringify(first));
    const last = await settle(() => payout.query({ order, memo: first.memo }));
    assert.ok(last.kind === 'done' && last.result.providerStatus === 'settled', JSON.stringify(last));
  }
});

test('more than the account holds is declined as insufficient funds, and no transfer is made', async () => {
  const step = await payment.start(debit({ amount: { value: 10n ** 12n, asset: 'iso4217:USD' } }));
  assert.deepEqual(step, { kind: 'refused', code: 'insufficient_funds', providerCode: 'NSF' });
});

test('what Plaid thinks too risky is rejected by the provider', async () => {
  const step = await payout.start(credit({ payee: { ...party, holderName: 'Simulated rejected' } }));
  assert.deepEqual(step, { kind: 'refused', code: 'provider_rejected', providerCode: 'RISK' });
});

for (const words of ['timeout', 'reset']) {
  test(`Simulated ${words}: unknown at first, found by its key, and made once however often it is sent`, async () => {
    const order = credit({ payee: { ...party, holderName: `Simulated ${words}` } });
    stage.hurry('/transfer/create');
    assert.equal((await payout.start(order)).kind, 'unknown_outcome');
    const found = await settle(() => payout.query({ order }));
    assert.equal(found.kind, 'done', JSON.stringify(found));
    const again = await payout.start(order);
    assert.equal(again.kind, 'done', JSON.stringify(again));
    const { transfers } = await askPlaid(stage, '/transfer/list', {});
    const made = transfers.filter(
      ({ metadata }: { metadata: Record<string, string> }) => metadata.switchyard_operation === order.key,
    );
    assert.equal(made.length, 1);
  });
}

test('Simulated error: unknown, because a 500 may hide a transfer; the whole list shows that there is none', async () => {
  const order = credit({ payee: { ...party, holderName: 'Simulated error' } });
  assert.equal((await payout.start(order)).kind, 'unknown_outcome');
  assert.deepEqual(await payout.query({ order }), { kind: 'absent' });
});

for (const [words, code] of [
  ['refused', 'bank_refused'],
  ['insufficient', 'returned'],
] as const) {
  test(`Simulated ${words} ends refused with ${code}`, async () => {
    const order = debit({ payer: { ...party, holderName: `Simulated ${words}` } });
    const first = await payment.start(order);
    assert.ok(first.kind === 'processing');
    const last = await settle(() => payment.query({ order, memo: first.memo }));
    assert.ok(last.kind === 'refused' && last.code === code, JSON.stringify(last));
  });
}

test('Simulated returned is done first, and then returned with the network’s code', async () => {
  const order = debit({ payer: { ...party, holderName: 'Simulated returned' } });
  const first = await payment.start(order);
  assert.ok(first.kind === 'processing');
  const query = () => payment.query({ order, memo: first.memo });
  assert.equal((await settle(query)).kind, 'done');
  const endMs = Date.now() + 8_000;
  let step = await query();
  while (step.kind === 'done' && Date.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    step = await query();
  }
  assert.deepEqual(step, { kind: 'refused', code: 'returned', providerCode: 'R10' });
});

test('a transfer that has not left is cancelled, and one that has is told as it stands', async () => {
  const slow = credit({ payee: { ...party, holderName: 'Simulated slow' } });
  const first = await payout.start(slow);
  assert.ok(first.kind === 'processing' && payout.cancel);
  const cancelled = await payout.cancel({ order: slow, memo: first.memo });
  assert.deepEqual(cancelled, { kind: 'refused', code: 'cancelled', providerCode: 'cancelled' });

  const quick = credit();
  const started = await payout.start(quick);
  assert.ok(started.kind === 'processing');
  await settle(() => payout.query({ order: quick, memo: started.memo }));
  assert.equal((await payout.cancel({ order: quick, memo: started.memo })).kind, 'done');
});

test('a transfer’s webhook names every transfer with news, as what it is to us', async () => {
  const before = stage.deliveries.length;
  const [order, paid] = [debit(), credit()];
  const [out, into] = [await payout.start(paid), await payment.start(order)];
  assert.ok(out.kind === 'processing' && into.kind === 'processing');
  const verdict = await stage.rail.webhook.verify(await eventually(() => stage.deliveries[before + 1]));
  assert.ok(verdict.kind === 'genuine');
  assert.ok(verdict.notices.some((notice) => notice.about === 'payout' && notice.ref === out.ref));
  assert.ok(verdict.notices.some((notice) => notice.about === 'payment' && notice.ref === into.ref));
});

test('a webhook after a busy quarter of an hour still names them all', async () => {
  const refs: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    const step = await payout.start(credit({ payee: { ...party, holderName: 'Simulated stuck' } }));
    assert.ok(step.kind === 'processing' && step.ref !== undefined);
    refs.push(step.ref);
  }
  const delivery = await eventually(() =>
    stage.deliveries.findLast(({ body }) => textOf(body).includes('TRANSFER')),
  );
  const verdict = await stage.rail.webhook.verify(delivery);
  assert.ok(verdict.kind === 'genuine');
  const named = new Set(verdict.notices.map(({ ref }) => ref));
  assert.ok(refs.every((ref) => named.has(ref)));
});

test('an item whose user must log in again pays nothing', async () => {
  const linked = await linkAccount(stage, 'US', 'Test Bank whose consents expire');
  const payer = partyOf(linked);
  await eventually(() => stage.deliveries.find(({ body }) => textOf(body).includes(linked.grant.ref ?? '?')));
  const step = await payment.start(debit({ payer }));
  assert.deepEqual(step, { kind: 'refused', code: 'account_unusable', providerCode: 'ITEM_LOGIN_REQUIRED' });
});

test('orders that a transfer cannot carry are rejected without a call', async () => {
  const before = stage.exchanges.length;
  const steps = [
    await payment.start(debit({ reference: 'elevenchars' })),
    await payment.start(debit({ scheme: 'us-rtp' })),
    await payout.start(credit({ amount: { value: 1n, asset: 'iso4217:EUR' }, sendAsset: 'iso4217:EUR' })),
    await payout.start(credit({ sendAsset: 'iso4217:EUR' })),
  ];
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['rejected', 'rejected', 'rejected', 'rejected'],
  );
  assert.equal(stage.exchanges.length, before);
});

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
