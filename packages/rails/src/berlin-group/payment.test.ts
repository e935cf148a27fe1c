/** What the simulator does not do: answers that a real bank may give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, PaymentOrder } from '@switchyard/rail-kit';
import { berlinGroupRail } from './index.ts';
import { TRANSACTION_STATUSES } from './translate.ts';

const order: PaymentOrder = {
  key: '0190b0c4-7f1e-7000-8000-000000000001',
  state: 'state-1',
  amount: { asset: 'iso4217:EUR', value: 5n },
  scheme: 'sepa-sct-inst',
  payer: { payto: 'payto://iban/DE75512108001245126199', holderName: 'Payer' },
  payee: { payto: 'payto://iban/FI2112345600000785', holderName: 'P'.repeat(80) },
  returnUri: 'https://client.example/back',
  channel: 'web',
  psu: { ip: '2001:db8::1', userAgent: 'Ünusual', deviceId: 'no uuid' },
};
const memo = {
  product: 'sepa-credit-transfers',
  paymentId: 'p/1',
  back: 'yes',
  authorisationId: 'a-1',
} as const;

type Given = Readonly<Record<string, readonly [status: number, value?: unknown]>>;

function openWith(answers: Given, changed: { readonly acsp_is_final?: boolean } = {}) {
  const sent: HttpRequest[] = [];
  const { payment, bankLink } = berlinGroupRail.open({
    rail: 'berlin-group-xs2a',
    credentials: {
      base_url: 'https://bank.example/xs2a/',
      bank_name: 'Bank',
      bank_country: 'DE',
      bank_bic: 'DEUTDEFF',
      tpp_ip_address: '203.0.113.7',
      ...changed,
    },
    ports: {
      now: () => Date.UTC(2026, 10, 15),
      randomUuid: () => crypto.randomUUID(),
      http: {
        async send(request) {
          sent.push(request);
          const [status, value] = answers[request.purpose] ?? [500];
          return {
            kind: 'answer',
            status,
            headers: {},
            body: value === undefined ? '' : JSON.stringify(value),
          };
        },
      },
    },
  });
  assert.ok(payment && bankLink);
  return { payment, bankLink, sent };
}

test('a payment is sent with exact amounts, our key, both return addresses and an address of version 4', async () => {
  const { payment, sent } = openWith({});
  assert.equal((await payment.start(order)).kind, 'unknown_outcome');
  assert.equal(sent[0]?.url, 'https://bank.example/xs2a/v1/payments/instant-sepa-credit-transfers');
  assert.deepEqual(sent[0]?.headers, {
    'x-request-id': order.key,
    accept: 'application/json',
    'content-type': 'application/json',
    'psu-ip-address': '203.0.113.7',
    'tpp-redirect-preferred': 'true',
    'tpp-redirect-uri': 'https://client.example/back?state=state-1&sca=ok',
    'tpp-nok-redirect-uri': 'https://client.example/back?state=state-1&sca=nok',
  });
  assert.deepEqual(JSON.parse(sent[0]?.body ?? ''), {
    instructedAmount: { currency: 'EUR', amount: '0.05' },
    debtorAccount: { iban: 'DE75512108001245126199' },
    creditorName: 'P'.repeat(70),
    creditorAccount: { iban: 'FI2112345600000785' },
    endToEndIdentification: '0190b0c47f1e70008000000000000001',
  });
});

test('a payment that the bank asks about in its app is watched, never given up', async () => {
  const created = { transactionStatus: 'RCVD', paymentId: 'p-1', _links: { scaOAuth: { href: 'x' } } };
  const { payment } = openWith({ 'payments.create': [201, created] });
  const step = await payment.start(order);
  assert.ok(step.kind === 'processing' && step.ref === 'p-1', JSON.stringify(step));
});

test('a payment that is refused as it is made is refused', async () => {
  const created = { transactionStatus: 'RJCT', paymentId: 'p-1' };
  const { payment } = openWith({ 'payments.create': [201, created] });
  assert.deepEqual(await payment.start(order), {
    kind: 'refused',
    code: 'bank_refused',
    providerCode: 'RJCT',
  });
});

test('a user who is back is not asked again, whatever the bank has checked so far', async () => {
  for (const [transactionStatus, standing] of Object.entries(TRANSACTION_STATUSES)) {
    const { payment } = openWith({ 'payments.status': [200, { transactionStatus }] });
    const step = await payment.query({ order, memo });
    const kinds = {
      open: 'processing',
      accepted: 'processing',
      settled: 'done',
      rejected: 'refused',
      cancelled: 'refused',
    };
    assert.equal(step.kind, kinds[standing], transactionStatus);
  }
});

test('a status of the bank’s own is no end, and nothing that looks like a sentence is recorded', async () => {
  for (const transactionStatus of ['XXXX', 'a sentence of the bank']) {
    const { payment } = openWith(
      { 'payments.status': [200, { transactionStatus }] },
      { acsp_is_final: true },
    );
    const step = await payment.query({ order, memo });
    assert.equal(step.kind, 'processing');
    assert.ok(!JSON.stringify(step).includes('sentence'));
  }
});

test('why a payment was rejected is asked of the authorisation, and a silent bank has refused', async () => {
  const why = async (scaStatus?: string) => {
    const { payment, sent } = openWith({
      'payments.status': [200, { transactionStatus: 'RJCT' }],
      ...(scaStatus === undefined ? {} : { 'payments.authorisation': [200, { scaStatus }] as const }),
    });
    const step = await payment.query({ order, memo });
    assert.equal(
      sent[1]?.url,
      'https://bank.example/xs2a/v1/payments/sepa-credit-transfers/p%2F1/authorisations/a-1',
    );
    return step.kind === 'refused' ? step.code : step.kind;
  };
  assert.equal(await why('failed'), 'user_declined');
  assert.equal(await why('finalised'), 'bank_refused');
  assert.equal(await why(), 'bank_refused');
});

test('a cancellation that the customer must confirm is heard and not decided; silence is unknown', async () => {
  const heard = openWith({ 'payments.cancel': [202, { transactionStatus: 'ACTC' }] });
  assert.equal((await heard.payment.cancel?.({ order, memo }))?.kind, 'processing');
  const silent = openWith({ 'payments.cancel': [503] });
  assert.equal((await silent.payment.cancel?.({ order, memo }))?.kind, 'unknown_outcome');
});

test('accounts that cannot pay or be paid are left out, and one without an id gets one that is not its IBAN', async () => {
  const iban = 'DE75512108001245126199';
  const accounts = [
    { iban, currency: 'EUR' },
    { iban, currency: 'XXX', resourceId: 'many currencies' },
    { iban, currency: 'EUR', status: 'blocked' },
    { iban, currency: 'EUR', status: 'deleted' },
    { iban, currency: 'EUR', cashAccountType: 'CARD' },
    { iban: 'DE00', currency: 'EUR' },
    { currency: 'EUR', resourceId: 'a card' },
  ];
  const { bankLink } = openWith({
    'consents.get': [200, { consentStatus: 'valid', validUntil: '2026-12-31' }],
    'accounts.list': [200, { accounts }],
  });
  const step = await bankLink.poll({ memo: { consentId: 'c-1', back: 'yes' } });
  assert.ok(step.kind === 'done' && step.result.accounts.length === 1, JSON.stringify(step));
  assert.equal(step.result.grant.consentExpiresAtMs, Date.UTC(2027, 0, 1));
  assert.ok(!step.result.accounts[0]?.id.includes(iban));
});

test('a consent ends with its last day, and one that waits for a second signature is not there yet', async () => {
  const check = async (consentStatus: string, validUntil: string) => {
    const { bankLink } = openWith({ 'consents.get': [200, { consentStatus, validUntil }] });
    const answer = await bankLink.checkConsent({ grant: { consentId: 'c-1' } });
    return answer.kind === 'done' ? answer.result.state : answer.kind;
  };
  assert.equal(await check('valid', '2026-11-15'), 'valid');
  assert.equal(await check('valid', '2026-11-14'), 'expired');
  assert.equal(await check('rejected', '2027-11-15'), 'revoked');
  assert.equal(await check('partiallyAuthorised', '2027-11-15'), 'unavailable');
  assert.equal(await check('new', '2027-11-15'), 'unavailable');
});
