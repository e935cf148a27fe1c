/** What the simulator does not do: answers that a real bank may give. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { HttpRequest, PaymentOrder } from '@switchyard/rail-kit';
import { enableBankingRail } from './index.ts';
import { PAYMENT_STATUSES, WEAKLY_FINAL_STATUSES } from './translate.ts';

const private_key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const order: PaymentOrder = {
  key: '0190b0c4-7f1e-7000-8000-000000000001',
  state: 'state-1',
  amount: { asset: 'iso4217:EUR', value: 5n },
  scheme: 'sepa-sct',
  payer: {
    payto: 'payto://iban/FI2112345600000785',
    holderName: 'Payer',
    institution: 'FI|Nordea',
  },
  payee: { payto: 'payto://iban/DE75512108001245126199', holderName: 'P'.repeat(80) },
  returnUri: 'https://client.example/back',
  channel: 'web',
  psu: { psuType: 'business' },
};
const memo = { paymentId: 'p-1', url: 'https://a.example/', back: 'yes' } as const;

function openWith(answers: Readonly<Record<string, unknown>>) {
  const sent: HttpRequest[] = [];
  const { payment } = enableBankingRail.open({
    rail: 'enable-banking',
    credentials: { api_url: 'https://api.example/', application_id: 'app', private_key },
    ports: {
      now: Date.now,
      randomUuid: () => crypto.randomUUID(),
      http: {
        async send(request) {
          sent.push(request);
          const value = answers[request.purpose];
          return {
            kind: 'answer',
            status: value === undefined ? 500 : 200,
            headers: {},
            body: JSON.stringify(value ?? {}),
          };
        },
      },
    },
  });
  assert.ok(payment);
  return { payment, sent };
}

function standing(status: string, final_status: boolean, answers: Readonly<Record<string, unknown>> = {}) {
  const { payment } = openWith({ 'payments.get': { payment_id: 'p-1', status, final_status }, ...answers });
  return payment.query({ order, memo });
}

test('no status is an end before the provider calls it final', async () => {
  for (const status of [...Object.keys(PAYMENT_STATUSES), 'NEW_WORD'])
    assert.equal((await standing(status, false)).kind, 'processing', status);
});

test('a final status that is no word of the provider’s is no success', async () => {
  for (const status of ['NEW_WORD', 'PART', 'PDNG', 'a sentence of the bank']) {
    const step = await standing(status, true);
    assert.equal(step.kind, 'processing', status);
    assert.ok(!JSON.stringify(step).includes('sentence'));
  }
});

test('a weak final status is success only where the bank’s entry for that payment says so', async () => {
  const entry = (payment_type: string, psu_type: string, name = 'Nordea') => ({
    'aspsps.list': {
      aspsps: [
        {
          name,
          country: 'FI',
          beta: false,
          psu_types: ['business'],
          payments: [{ payment_type, psu_type, final_successful_statuses: [...WEAKLY_FINAL_STATUSES] }],
        },
      ],
    },
  });
  for (const status of WEAKLY_FINAL_STATUSES) {
    assert.equal((await standing(status, true, entry('SEPA', 'business'))).kind, 'done', status);
    assert.equal((await standing(status, true, entry('INST_SEPA', 'business'))).kind, 'processing', status);
    assert.equal((await standing(status, true, entry('SEPA', 'personal'))).kind, 'processing', status);
    assert.equal(
      (await standing(status, true, entry('SEPA', 'business', 'Other'))).kind,
      'processing',
      status,
    );
    assert.equal((await standing(status, true)).kind, 'unavailable', `${status} without the directory`);
  }
});

test('a payment is sent with exact amounts, our key, the kind of user and a name that fits', async () => {
  const url = 'https://pay.example/start';
  const { payment, sent } = openWith({ 'payments.create': { payment_id: 'p-1', status: 'RCVD', url } });
  const step = await payment.start(order);
  assert.ok(step.kind === 'requires_action' && step.action.type === 'redirect' && step.action.url === url);
  assert.equal(sent[0]?.url, 'https://api.example/payments');
  assert.deepEqual(JSON.parse(sent[0]?.body ?? ''), {
    payment_type: 'SEPA',
    payment_request: {
      debtor_account: { scheme_name: 'IBAN', identification: 'FI2112345600000785' },
      credit_transfer_transaction: [
        {
          instructed_amount: { currency: 'EUR', amount: '0.05' },
          beneficiary: {
            creditor: { name: 'P'.repeat(70) },
            creditor_account: { scheme_name: 'IBAN', identification: 'DE75512108001245126199' },
          },
          payment_id: { end_to_end_id: '0190b0c47f1e70008000000000000001' },
        },
      ],
    },
    aspsp: { name: 'Nordea', country: 'FI' },
    state: 'state-1',
    redirect_url: 'https://client.example/back',
    psu_type: 'business',
  });
});

test('a link that is not on the web is no answer', async () => {
  const { payment } = openWith({
    'payments.create': { payment_id: 'p-1', status: 'RCVD', url: 'javascript:1' },
  });
  assert.equal((await payment.start(order)).kind, 'unknown_outcome');
});

test('a memo that is not ours is refused without a call', async () => {
  const { payment, sent } = openWith({});
  assert.equal((await payment.query({ order, memo: 'x' })).kind, 'rejected');
  assert.equal((await payment.resume({ order, memo: { paymentId: 1 } })).kind, 'rejected');
  assert.equal(sent.length, 0);
});
