/** Payments over real HTTP: their schemes, their ends, and what is refused on either side. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verify as verifyWithOracle } from 'truelayer-signing';
import { createProviderIds } from '../../../packages/simulator/src/providers/truelayer/provider-ids.ts';
import { createBanks } from '../../../packages/simulator/src/world/banks.ts';
import { impatientHttp, patientHttp } from '../patient-http.ts';
import { createRecordedHttp } from '../recorded-http.ts';
import { createRealHttp, type PaymentOrder } from './kit.ts';
import { britishOrder, decide, openRail, type Started, startTruelayer } from './start-truelayer.ts';
import { walkPayment } from './walk-payment.ts';

describe('payments through TrueLayer', () => {
  let started: Started;
  let clockAheadMs = 0;
  before(async () => {
    started = await startTruelayer({ now: () => Date.now() + clockAheadMs });
  });
  after(() => started.stop());

  test('settles, and brings the client’s own query back with the state and the payment', async () => {
    const order = britishOrder('Invoice 17');
    const rail = started.open();
    const first = await rail.payment.start(order);
    assert.ok(first.kind === 'requires_action' && first.expiresAtMs !== undefined);
    const { uri } = await decide(first.action, 'approve');
    assert.equal(uri.searchParams.get('keep'), '1');
    const { last } = await walkPayment(rail, britishOrder());
    assert.ok(last.kind === 'done' && last.result.providerStatus === 'executed', JSON.stringify(last));
  });

  test('a user who declines is told as that', async () => {
    const { last } = await walkPayment(started.open(), britishOrder(), 'decline');
    assert.ok(last.kind === 'refused' && last.code === 'user_declined', JSON.stringify(last));
  });

  const others: readonly (readonly [PaymentOrder['scheme'], string, string, string])[] = [
    ['sepa-sct', 'EUR', 'de-xs2a-deutsche-bank', 'payto://iban/FR1420041010050500013M02606'],
    ['sepa-sct-inst', 'EUR', 'de-xs2a-commerzbank', 'payto://iban/DE75512108001245126199'],
    ['pl-elixir', 'PLN', 'pl-', 'payto://iban/PL61109010140000071219812874'],
    ['pl-express-elixir', 'PLN', 'pl-', 'payto://iban/PL61109010140000071219812874'],
  ];
  for (const [scheme, currency, wanted, payee] of others) {
    test(`${scheme} pays ${currency}`, async () => {
      const rail = started.open();
      const { payer, institution } = payerIn(wanted, currency);
      const order: PaymentOrder = {
        ...britishOrder('Faktura 7'),
        scheme,
        amount: { value: 4_200n, asset: `iso4217:${currency}` },
        payer: { payto: payer, holderName: 'Ein Zahler', institution },
        payee: { payto: payee, holderName: 'Eine Empfängerin' },
      };
      const { last } = await walkPayment(rail, order);
      assert.ok(last.kind === 'done', JSON.stringify(last));
    });
  }

  test('an order that TrueLayer cannot serve is turned down without a call', async () => {
    const http = createRecordedHttp(patientHttp());
    const { payment } = started.open({ http });
    const order = britishOrder();
    const { institution: _none, ...anywhere } = order.payer;
    assert.deepEqual(await payment.start({ ...order, payer: anywhere }), {
      kind: 'refused',
      code: 'institution_required',
    });
    assert.equal((await payment.start({ ...order, scheme: 'swift' })).kind, 'rejected');
    assert.equal(
      (await payment.start({ ...order, amount: { value: 1n, asset: 'iso4217:EUR' } })).kind,
      'rejected',
    );
    assert.equal(
      (await payment.start({ ...order, amount: { value: 2n ** 60n, asset: 'iso4217:GBP' } })).kind,
      'rejected',
    );
    const payee = { ...order.payee, payto: 'payto://iban/DE75512108001245126199' };
    const unreachable = await payment.start({ ...order, payee });
    assert.ok(unreachable.kind === 'refused' && unreachable.code === 'account_unusable');
    assert.deepEqual(http.exchanges, []);
  });

  test('a bank that TrueLayer does not know is rejected', async () => {
    const order = britishOrder();
    const step = await started.open().payment.start({
      ...order,
      payer: { ...order.payer, institution: 'ob-nowhere' },
    });
    assert.ok(step.kind === 'rejected' && step.providerCode === 'invalid-parameters', JSON.stringify(step));
  });

  test('a payment nobody has approved can be cancelled, and says so when asked', async () => {
    const { payment } = started.open();
    const order = britishOrder();
    const first = await payment.start(order);
    assert.ok(first.kind === 'requires_action');
    const asked = await payment.cancel({ order, memo: first.memo });
    assert.ok(asked.kind === 'processing');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const last = await payment.query({ order, memo: asked.memo });
    assert.ok(last.kind === 'refused' && last.code === 'cancelled', JSON.stringify(last));
    const again = await payment.cancel({ order, memo: first.memo });
    assert.ok(again.kind === 'processing' || again.kind === 'refused');
  });

  test('a payment that was approved cannot be cancelled, and the answer is how it stands', async () => {
    const { payment } = started.open();
    const order = britishOrder('SIM stuck');
    const first = await payment.start(order);
    assert.ok(first.kind === 'requires_action');
    await decide(first.action, 'approve');
    const step = await payment.cancel({ order, memo: first.memo });
    assert.ok(step.kind === 'processing' && step.providerStatus === 'authorized', JSON.stringify(step));
  });

  test('until the user is back the action stays; afterwards there is only waiting', async () => {
    const { payment } = started.open();
    const order = britishOrder();
    const first = await payment.start(order);
    assert.ok(first.kind === 'requires_action');
    const asked = await payment.query({ order, memo: first.memo });
    assert.ok(asked.kind === 'requires_action');
    assert.deepEqual(asked.action, first.action);
    const back = await payment.resume({ order, memo: first.memo, returnParams: { state: order.state } });
    assert.ok(back.kind === 'processing' && back.providerStatus === 'authorizing');
  });

  test('a payment nobody decides on expires at the provider', async () => {
    const { payment } = started.open();
    const order = britishOrder();
    const first = await payment.start(order);
    assert.ok(first.kind === 'requires_action' && first.expiresAtMs !== undefined);
    clockAheadMs += 15 * 60 * 1_000 + 1;
    const last = await payment.query({ order, memo: first.memo });
    assert.ok(last.kind === 'refused' && last.code === 'expired', JSON.stringify(last));
  });

  test('a start that is repeated after the payment has expired tells so', async () => {
    const order = britishOrder('SIM timeout');
    const rail = started.open({ http: impatientHttp('payments.create') });
    assert.equal((await rail.payment.start(order)).kind, 'unknown_outcome');
    clockAheadMs += 15 * 60 * 1_000 + 1;
    const step = await rail.payment.start(order);
    assert.ok(step.kind === 'refused' && step.code === 'expired', JSON.stringify(step));
  });

  test('without a memo nothing is known, and a payment that is not there is absent', async () => {
    const { payment } = started.open();
    const order = britishOrder();
    assert.equal((await payment.query({ order })).kind, 'unknown_outcome');
    const memo = { payment: crypto.randomUUID(), isBack: false };
    assert.equal((await payment.query({ order, memo })).kind, 'absent');
    assert.equal((await payment.query({ order, memo: 'nonsense' })).kind, 'unknown_outcome');
  });

  test('one key with another body is an unknown outcome, for there was another payment', async () => {
    const { payment } = started.open();
    const order = britishOrder();
    await payment.start(order);
    const other = await payment.start({ ...order, amount: { value: 99n, asset: 'iso4217:GBP' } });
    assert.ok(other.kind === 'unknown_outcome' && other.httpStatus === 422, JSON.stringify(other));
  });

  test('a token is kept, and one that is no longer good is replaced the next time', async () => {
    const http = createRecordedHttp(patientHttp());
    const rail = started.open({ http });
    const tokensAsked = () =>
      http.exchanges.map(({ request }) => request.purpose).filter((purpose) => purpose === 'auth.token')
        .length;
    await rail.payment.start(britishOrder());
    await rail.payment.start(britishOrder());
    assert.equal(tokensAsked(), 1);
    clockAheadMs += 2 * 60 * 60 * 1_000;
    assert.equal((await rail.payment.start(britishOrder())).kind, 'requires_action');
    assert.equal(tokensAsked(), 2);
  });

  test('a kept token that the provider no longer takes is an outage of one call', async () => {
    const real = createRealHttp();
    let isRevoked = false;
    const rail = started.open({
      http: {
        send: async (request) =>
          isRevoked && request.purpose === 'payments.create'
            ? real.send({ ...request, headers: { ...request.headers, authorization: 'Bearer revoked' } })
            : real.send(request),
      },
    });
    await rail.payment.start(britishOrder());
    isRevoked = true;
    assert.equal((await rail.payment.start(britishOrder())).kind, 'unavailable');
    assert.equal((await rail.payment.start(britishOrder())).kind, 'misconfigured', 'a fresh one as well');
    isRevoked = false;
    assert.equal((await rail.payment.start(britishOrder())).kind, 'requires_action');
  });

  test('wrong credentials and a wrong key are a misconfiguration', async () => {
    const ports = { http: createRealHttp(), now: Date.now, randomUuid: () => crypto.randomUUID() };
    const wrongSecret = openRail({ ...started.credentials, client_secret: 'wrong' }, ports);
    const secret = await wrongSecret.payment.start(britishOrder());
    assert.ok(secret.kind === 'misconfigured' && secret.providerCode === 'invalid_client');
    const wrongKey = openRail({ ...started.credentials, signing_key_id: 'unknown' }, ports);
    const key = await wrongKey.payment.start(britishOrder());
    assert.ok(key.kind === 'misconfigured' && key.providerCode === 'unauthenticated');
  });

  test('every write that leaves us verifies with TrueLayer’s own library', async () => {
    const http = createRecordedHttp(patientHttp());
    const { payment } = started.open({ http });
    const order = { ...britishOrder(), psu: { ip: '203.0.113.7', userAgent: 'Tests/1' } };
    const first = await payment.start(order);
    assert.ok(first.kind === 'requires_action');
    await payment.cancel({ order, memo: first.memo });
    const writes = http.exchanges
      .map(({ request }) => request)
      .filter(({ purpose }) => /create|authorize|cancel/.test(purpose));
    assert.deepEqual(
      writes.map(({ purpose }) => purpose),
      ['payments.create', 'payments.authorize', 'payments.cancel'],
    );
    const keys = new Set<string>();
    for (const { method, url, headers, body = '' } of writes) {
      const signed = { 'Idempotency-Key': headers['Idempotency-Key'] ?? '' };
      keys.add(signed['Idempotency-Key']);
      verifyWithOracle({
        signature: headers['Tl-Signature'] ?? '',
        publicKeyPem: started.publicKey,
        method,
        path: new URL(url).pathname,
        headers: signed,
        body,
        requiredHeaders: ['Idempotency-Key'],
        // The library names methods by a `const enum`, which is a text all the same.
      } as unknown as Parameters<typeof verifyWithOracle>[0]);
    }
    assert.equal(keys.size, 3, 'each call has a key of its own');
    assert.ok(keys.has(order.key));
    assert.equal(writes[0]?.headers['x-forwarded-for'], '203.0.113.7');
  });

  test('an unsigned, wrongly signed or keyless write is refused by the provider', async () => {
    const http = createRecordedHttp(patientHttp());
    const { payment } = started.open({ http });
    await payment.start(britishOrder());
    const create = http.exchanges
      .map(({ request }) => request)
      .find(({ purpose }) => purpose === 'payments.create');
    assert.ok(create);
    const without = (name: string) =>
      Object.fromEntries(Object.entries(create.headers).filter(([header]) => header !== name));
    for (const request of [
      { ...create, headers: without('Tl-Signature') },
      { ...create, headers: without('Idempotency-Key') },
      { ...create, headers: without('authorization') },
      { ...create, body: `${create.body} ` },
      { ...create, headers: { ...create.headers, 'Idempotency-Key': crypto.randomUUID() } },
    ]) {
      const answer = await http.send(request);
      assert.ok(answer.kind === 'answer' && answer.status === 401, JSON.stringify(answer));
    }
  });
});

/** An account of the simulated person at such a bank. */
function payerIn(wanted: string, currency: string) {
  const banks = createBanks();
  const ids = createProviderIds({ banks });
  const bank = ids.payable.find(
    (each) => each.wish === 'none' && each.currency === currency && ids.idOf(each).startsWith(wanted),
  );
  assert.ok(bank, wanted);
  const [account] = banks.accountsAt(bank.id);
  return { payer: `payto://iban/${account?.iban}`, institution: ids.idOf(bank) };
}
