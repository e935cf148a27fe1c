/** Payouts from a balance at the simulated Wise, walked to their end over HTTP. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { PayoutOrder } from '@switchyard/rail-kit';
import {
  BRITISH_PAYEE,
  britishPayout,
  EURO_PAYEE,
  eventually,
  settle,
  startWise,
  US_PAYEE,
} from './start-wise.ts';

const started = await startWise();
after(() => started.stop());

const EUROS: PayoutOrder = {
  ...britishPayout(),
  amount: { value: 98_765n, asset: 'iso4217:EUR' },
  sendAsset: 'iso4217:EUR',
  scheme: 'sepa-sct',
  payee: EURO_PAYEE,
};
const DOLLARS: PayoutOrder = {
  ...britishPayout(),
  amount: { value: 101n, asset: 'iso4217:USD' },
  sendAsset: 'iso4217:USD',
  scheme: 'us-ach',
  payee: US_PAYEE,
};

describe('a payout', () => {
  for (const order of [britishPayout('Invoice 17'), EUROS, DOLLARS]) {
    it(`reaches the payee to the minor unit, and leaves the balance with the fee, by ${order.scheme}`, async () => {
      const rail = started.open();
      const currency = order.amount.asset.slice(-3);
      const before = await started.balance(currency);
      const last = await settle(rail, order, await rail.payout.start(order));
      assert.equal(last.kind, 'done', inspect(last));
      const { providerStatus, fee, ref } = last.result;
      assert.equal(providerStatus, 'outgoing_payment_sent');
      assert.ok(fee !== undefined && fee.asset === order.sendAsset && fee.value > 0n);
      const minor = (major: number): bigint => BigInt(Math.round(major * 100));
      assert.equal(minor(before) - minor(await started.balance(currency)), order.amount.value + fee.value);
      const received = (await started.received()).filter((each) => each.currency === currency);
      assert.deepEqual(
        received.map(({ amountMinor, reference }) => [amountMinor, reference]),
        [[String(order.amount.value), order.reference ?? '']],
      );
      assert.deepEqual(
        (await started.atProvider(order.key)).map(({ id, status }) => [String(id), status]),
        [[ref, 'outgoing_payment_sent']],
      );
    });
  }

  it('to a British IBAN goes to its sort code and account', async () => {
    const rail = started.open();
    const payee = { ...BRITISH_PAYEE, payto: 'payto://iban/GB69BUKB20000055779911' };
    const order = { ...britishPayout('By IBAN'), payee };
    await settle(rail, order, await rail.payout.start(order));
    const received = (await started.received()).filter(({ reference }) => reference === 'By IBAN');
    assert.equal(received[0]?.number, '200000-55779911');
  });

  it('of another currency is made under its rate lock, for exactly what was locked', async () => {
    const rail = started.open();
    const quoted = await rail.fx.quote({
      key: crypto.randomUUID(),
      fixed: 'receive',
      receive: { value: 55_555n, asset: 'iso4217:EUR' },
      sendAsset: 'iso4217:GBP',
    });
    assert.equal(quoted.kind, 'done', inspect(quoted));
    const { memo, send, fee } = quoted.result;
    const order: PayoutOrder = {
      ...EUROS,
      key: crypto.randomUUID(),
      amount: { value: 55_555n, asset: 'iso4217:EUR' },
      sendAsset: 'iso4217:GBP',
      quote: JSON.parse(JSON.stringify(memo)),
    };
    const before = await started.balance('GBP');
    const last = await settle(rail, order, await rail.payout.start(order));
    assert.equal(last.kind, 'done', inspect(last));
    assert.deepEqual(last.result.fee, fee);
    assert.equal(BigInt(Math.round((before - (await started.balance('GBP'))) * 100)), send.value);
    assert.ok((await started.received()).some(({ amountMinor }) => amountMinor === '55555'));
  });

  it('is refused before any call when its rate lock is for another amount, asset or payout', async () => {
    const rail = started.open({ http: { send: () => assert.fail('nothing may be sent') } });
    const quote = {
      quote: crypto.randomUUID(),
      send: { asset: 'iso4217:GBP', value: '500' },
      receive: { asset: 'iso4217:EUR', value: '550' },
      fee: { asset: 'iso4217:GBP', value: '10' },
    };
    const order: PayoutOrder = {
      ...EUROS,
      amount: { value: 550n, asset: 'iso4217:EUR' },
      sendAsset: 'iso4217:GBP',
    };
    const wrong: readonly PayoutOrder[] = [
      order,
      { ...order, quote: { ...quote, quote: '' } },
      { ...order, quote, amount: { ...order.amount, value: 551n } },
      { ...order, quote, sendAsset: 'iso4217:USD' },
      { ...EUROS, scheme: 'gb-fps' },
      { ...EUROS, scheme: 'sepa-sct-inst' },
      { ...EUROS, payee: BRITISH_PAYEE },
      { ...EUROS, amount: { ...EUROS.amount, value: 0n } },
      { ...EUROS, reference: 'longer than a reference may be' },
      { ...EUROS, reference: 'tab\there' },
    ];
    for (const each of wrong) assert.equal((await rail.payout.start(each)).kind, 'rejected');
  });
});

describe('a payout that is looked for by its key', () => {
  it('is found, and goes on from there', async () => {
    const rail = started.open();
    const order = britishPayout('Look me up');
    await rail.payout.start(order);
    const found = await rail.payout.query({ order });
    assert.equal(found.kind, 'processing', inspect(found));
    assert.equal((await settle(rail, order, found)).kind, 'done');
  });

  it('is absent when Wise never heard of it', async () => {
    assert.deepEqual(await started.open().payout.query({ order: britishPayout() }), { kind: 'absent' });
  });

  it('is found however many came after it', async () => {
    const rail = started.open();
    const order = britishPayout('Old one');
    await settle(rail, order, await rail.payout.start(order));
    const later = Array.from({ length: 130 }, () => drafted(britishPayout()));
    await Promise.all(later);
    assert.equal((await rail.payout.query({ order })).kind, 'done');
  });

  it('is absent while nobody has funded it, and a resend funds that very transfer', async () => {
    const rail = started.open();
    const order = britishPayout('Draft');
    const id = await drafted(order);
    assert.deepEqual(await rail.payout.query({ order }), { kind: 'absent' });
    const last = await settle(rail, order, await rail.payout.start(order));
    assert.equal(last.kind === 'done' && last.result.ref, String(id));
    assert.equal((await started.received()).filter(({ reference }) => reference === 'Draft').length, 1);
  });
});

describe('a payout that is cancelled', () => {
  it('while Wise works on it ends cancelled, with its money back on the balance', async () => {
    const rail = started.open();
    const order = britishPayout('SIM slow');
    const before = await started.balance('GBP');
    const first = await rail.payout.start(order);
    assert.equal(first.kind, 'processing');
    const asked = await rail.payout.cancel({ order, memo: first.memo });
    assert.ok(asked.kind === 'processing' && asked.providerStatus === 'cancelled', inspect(asked));
    const last = await settle(rail, order, asked);
    assert.deepEqual(last, { kind: 'refused', code: 'cancelled', providerCode: 'funds_refunded' });
    assert.equal(await started.balance('GBP'), before);
  });

  it('too late says how it stands', async () => {
    const rail = started.open();
    const order = britishPayout();
    const first = await rail.payout.start(order);
    assert.equal(first.kind, 'processing');
    await settle(rail, order, first);
    assert.equal((await rail.payout.cancel({ order, memo: first.memo })).kind, 'done');
  });

  it('before it was funded is over at once', async () => {
    const rail = started.open();
    const order = britishPayout('Never funded');
    const id = await drafted(order);
    await started.ask('PUT', `/v1/transfers/${id}/cancel`);
    const refused = { kind: 'refused', code: 'cancelled', providerCode: 'cancelled' };
    assert.deepEqual(await rail.payout.query({ order }), refused);
    assert.deepEqual(await rail.payout.start(order), refused);
    assert.deepEqual(
      await eventually(() => started.atProvider(order.key)).then((all) => all[0]?.isFunded),
      false,
    );
  });
});

/** A transfer as it is left behind when the funding never leaves us. */
async function drafted(order: PayoutOrder): Promise<number> {
  const { body: recipient } = await started.ask('POST', '/v1/accounts', {
    currency: 'GBP',
    type: 'sort_code',
    accountHolderName: order.payee.holderName,
    details: { legalType: 'PRIVATE', sortCode: '200000', accountNumber: '55779911' },
  });
  const { body: quote } = await started.ask('POST', `/v3/profiles/${started.credentials.profile_id}/quotes`, {
    sourceCurrency: 'GBP',
    targetCurrency: 'GBP',
    targetAmount: Number(order.amount.value) / 100,
  });
  const { body: transfer } = await started.ask('POST', '/v1/transfers', {
    targetAccount: recipient.id,
    quoteUuid: quote.id,
    customerTransactionId: order.key,
    details: { reference: order.reference ?? '' },
  });
  return transfer.id;
}
