/** Decide mode: decisions from masked metadata, outcomes, and the snapshot that a client's own engine reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf } from '@switchyard/engine';
import { type Checked, checkRequests, type Fields, post } from '../checked-requests.ts';
import type { Topic } from '../context.ts';
import { expectNotFound, expectSuccess } from '../expect.ts';
import { UNKNOWN } from '../fixtures.ts';

const EUROS = { value: '100', asset: 'iso4217:EUR' };
const BAND = { asset: 'iso4217:EUR', band: { min: '100', max: '200' } };

export const decideMode: Topic = (context) => {
  checkRequests(context, DECISIONS, (answer) => {
    expectSuccess('routeDecisions.create', answer);
  });
  checkRequests(context, OUTCOMES, (answer) => {
    expectSuccess('outcomes.create', answer);
  });
  reports(context);
  snapshots(context);
};

const DECISIONS: Checked = {
  what: 'POST /v1/route_decisions',
  send: post('/v1/route_decisions', {
    operation: 'banking.pis.single',
    amount: EUROS,
    payer: { country: 'DE' },
    payee: { country: 'DE' },
  }),
  right: [
    { amount: BAND },
    { amount: { asset: 'iso4217:EUR', band: { min: '0', max: '1' } } },
    { payer: { country: 'DE', institution: 'ins_00000000', scheme: 'iban', accountRef: '****6199' } },
    { payer: { country: 'DE', accountRef: 'xxxx' } },
    { payer: { country: 'DE', accountRef: '••••6199' } },
    { payer: { country: 'DE', accountRef: 'DE..99' } },
    { payer: { country: 'DE', accountRef: UNKNOWN.account } },
    { payer: { country: 'DE', linkedRails: ['truelayer', 'plaid'] } },
    { preference: 'fastest', channel: 'native' },
    { constraints: {} },
    { constraints: { excludeRails: ['stripe'], custodyAdmitted: ['none', 'partner-entity'] } },
    ...['identity.kyb', 'verification.cop', 'banking.ais.balances', 'risk.fraud-signals'].map(
      (operation) => ({
        operation,
        amount: undefined,
        payee: undefined,
      }),
    ),
  ],
  wrong: [
    ['operation', { operation: undefined }],
    ['operation', { operation: 'banking.pis' }],
    ['payer', { payer: undefined }],
    ['payer.country', { payer: {} }],
    ['payer.country', { payer: { country: 'Germany' } }],
    ['payer.institution', { payer: { country: 'DE', institution: 'Deutsche Bank' } }],
    ['payer.scheme', { payer: { country: 'DE', scheme: 'payto://iban' } }],
    ['payer.linkedRails', { payer: { country: 'DE', linkedRails: 'truelayer' } }],
    ...['name', 'email', 'iban', 'payto', 'holderName'].map((field): [string, Fields] => [
      `payer.${field}`,
      { payer: { country: 'DE', [field]: 'x' } },
    ]),
    ['payee.name', { payee: { country: 'DE', name: 'x' } }],
    ...[
      'DE75512108001245126199',
      '4111111111111111',
      '12345678',
      'ada@example.com',
      '12345',
      '****12345',
      '1234',
      '',
      '*1*2*3*4*5*',
    ].map((accountRef): [string, Fields] => ['payer.accountRef', { payer: { country: 'DE', accountRef } }]),
    ['amount.value', { amount: { value: '0', asset: 'iso4217:EUR' } }],
    ['amount.band.max', { amount: { asset: 'iso4217:EUR', band: { min: '200', max: '100' } } }],
    ['amount.band.min', { amount: { asset: 'iso4217:EUR', band: { min: '1.5', max: '100' } } }],
    ...[
      'banking.pis.single',
      'banking.pis.bulk',
      'banking.payouts',
      'banking.pay-ins.debit',
      'money.fx',
      'money.stablecoin-ramp',
    ].flatMap((operation): [string, Fields][] => [
      ['amount', { operation, amount: undefined }],
      ['payee', { operation, payee: undefined }],
    ]),
    ['preference', { preference: 'best' }],
    ['channel', { channel: 'mobile' }],
    ['constraints.excludeRails', { constraints: { excludeRails: 'stripe' } }],
    ['constraints.custodyAdmitted.0', { constraints: { custodyAdmitted: ['bank'] } }],
    ['constraints.rails', { constraints: { rails: [] } }],
  ],
};

const OUTCOMES: Checked = {
  what: 'POST /v1/outcomes',
  send: post('/v1/outcomes', {
    decision: 'dec_00000000',
    rail: 'truelayer',
    status: 'succeeded',
    latencyMs: 5,
    context: { operation: 'banking.pis.single', country: 'DE' },
  }),
  right: [
    ...['succeeded', 'failed', 'cancelled'].map((status) => ({ status })),
    { providerFee: { amount: '0.27', currency: 'EUR' } },
    { providerFee: { amount: '3', currency: 'JPY' } },
    { status: 'failed', failureCode: 'insufficient_funds' },
    { context: { operation: 'banking.pis.single', country: 'DE' } },
    { context: { operation: 'money.fx', country: 'DE', institution: 'ins_00000000' } },
  ],
  wrong: [
    ['failureCode', { failureCode: 'insufficient_funds' }],
    ['failureCode', { status: 'failed', failureCode: 'DE75512108001245126199' }],
    ['decision', { decision: undefined }],
    ['decision', { decision: 'x' }],
    ['rail', { rail: undefined }],
    ['status', { status: undefined }],
    ['status', { status: 'pending' }],
    ['latencyMs', { latencyMs: undefined }],
    ['providerFee.amount', { providerFee: { amount: 0.27, currency: 'EUR' } }],
    ['providerFee.amount', { providerFee: { amount: '0,27', currency: 'EUR' } }],
    ['providerFee.amount', { providerFee: { amount: '-1', currency: 'EUR' } }],
    ['providerFee.amount', { providerFee: { amount: '1e3', currency: 'EUR' } }],
    ['providerFee.currency', { providerFee: { amount: '1', currency: 'euro' } }],
    ['providerFee.currency', { providerFee: { amount: '1' } }],
    ['failureCode', { failureCode: 'Ada Lovelace has no money' }],
    ['context.operation', { context: { country: 'DE' } }],
    ['context.country', { context: { operation: 'money.fx' } }],
    ['context.country', { context: { operation: 'money.fx', country: 'de' } }],
    ['context.institution', { context: { operation: 'money.fx', country: 'DE', institution: 'Bank' } }],
    ['context.customer', { context: { operation: 'money.fx', country: 'DE', customer: 'x' } }],
  ],
};

const reports: Topic = ({ api }) => {
  const decide = async () =>
    expectSuccess(
      'routeDecisions.create',
      await api('/v1/route_decisions', { body: { operation: 'verification.vop', payer: { country: 'DE' } } }),
    );

  test('reporting the same status twice returns the first record', async () => {
    const { id: decision, rail } = await decide();
    const report = async (latencyMs: number) =>
      expectSuccess(
        'outcomes.create',
        await api('/v1/outcomes', { body: { decision, rail, status: 'succeeded', latencyMs } }),
      );
    assert.deepEqual(await report(2), await report(1));
  });
  test('a decision the service never saw is not found without context', async () => {
    const body = {
      decision: 'dec_0000000000000000000000',
      rail: 'truelayer',
      status: 'failed',
      latencyMs: 1,
    };
    expectNotFound(await api('/v1/outcomes', { body }), 'decision');
  });
};

const snapshots: Topic = ({ api }) => {
  test('the snapshot’s digest is over all but the digest, the version and its times', async () => {
    const snapshot = expectSuccess('routingSnapshot.get', await api('/v1/routing_snapshot'));
    const { digest, version: _, generatedAt: __, staleAfter: ___, ...content } = snapshot;
    assert.equal(digest, digestOf(JSON.parse(JSON.stringify(content))));
  });
  test('the snapshot holds whole numbers only, and no secret', async () => {
    const { text, body } = await api('/v1/routing_snapshot');
    JSON.parse(text, (_, value) => {
      if (typeof value === 'number') assert.ok(Number.isSafeInteger(value));
      return value;
    });
    assert.doesNotMatch(text, /sk_|secret|password|"credentials"/i);
    assert.ok(body.connections.length >= 12);
  });
  test('the snapshot has an ETag, and is 304 for who has it', async () => {
    const first = await api('/v1/routing_snapshot');
    const etag = first.headers.get('etag') ?? '';
    assert.equal(etag, `"${first.body.digest}"`);
    const again = await api('/v1/routing_snapshot', { headers: { 'if-none-match': etag } });
    // Somebody may have reported an outcome in between, which makes it another snapshot.
    assert.ok(again.status === 304 || again.headers.get('etag') !== etag);
  });
};
