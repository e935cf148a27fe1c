/** What each test outcome of the simulator becomes on our side: by reference, by payee, by bank. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createProviderIds } from '../../../packages/simulator/src/providers/truelayer/provider-ids.ts';
import { createBanks } from '../../../packages/simulator/src/world/banks.ts';
import { OUTCOMES } from '../../../packages/simulator/src/world/outcomes.ts';
import { impatientHttp } from '../patient-http.ts';
import { britishOrder, type Started, startTruelayer } from './start-truelayer.ts';
import { walkPayment } from './walk-payment.ts';

describe('test outcomes through TrueLayer', () => {
  let started: Started;
  before(async () => {
    started = await startTruelayer();
  });
  after(() => started.stop());

  const outcomes: readonly (readonly [string, readonly string[], string?])[] = [
    ['SIM refused', ['requires_action', 'refused'], 'bank_refused'],
    ['SIM insufficient', ['requires_action', 'refused'], 'insufficient_funds'],
    ['SIM timeout', ['unknown_outcome', 'requires_action', 'done']],
    ['SIM reset', ['unknown_outcome', 'requires_action', 'done']],
    ['SIM error', ['unknown_outcome', 'requires_action', 'done']],
    ['SIM rejected', ['refused'], 'bank_refused'],
    ['SIM slow', ['requires_action', 'processing']],
    ['SIM late', ['requires_action', 'processing']],
    ['SIM returned', ['requires_action', 'done']],
    ['SIM stuck', ['requires_action', 'processing']],
    ['SIM duplicate', ['requires_action', 'done']],
    ['SIM reordered', ['requires_action', 'done']],
    ['SIM webhook late', ['requires_action', 'done']],
    ['SIM no webhook', ['requires_action', 'done']],
  ];
  for (const [reference, steps, code] of outcomes) {
    test(`${reference}: ${steps.join(', ')}${code === undefined ? '' : ` (${code})`}`, async () => {
      const order = britishOrder(reference);
      const http = impatientHttp(reference === 'SIM timeout' ? 'payments.create' : 'none');
      const walked = await walkPayment(started.open({ http }), order);
      assert.deepEqual(walked.steps, steps, JSON.stringify(walked.last));
      if (code !== undefined) assert.ok(walked.last.kind === 'refused' && walked.last.code === code);
      assert.equal(await started.countAtProvider(order.key), 1);
    });
  }

  test('every outcome the simulator knows has been walked', () => {
    const walked = outcomes.map(([reference]) => reference.replace('SIM ', ''));
    assert.deepEqual(walked.sort(), OUTCOMES.map(({ words }) => words).sort());
  });

  test('a payee’s name asks for an outcome as well', async () => {
    const order = britishOrder();
    const payee = { ...order.payee, holderName: 'Simulated Insufficient' };
    const { last } = await walkPayment(started.open(), { ...order, payee });
    assert.ok(last.kind === 'refused' && last.code === 'insufficient_funds', JSON.stringify(last));
  });

  const banks = [
    ['ob-test-declines', ['requires_action', 'refused']],
    ['ob-test-unavailable', ['refused']],
    ['ob-test-slow', ['requires_action', 'processing']],
  ] as const;
  for (const [institution, steps] of banks) {
    test(`${institution}: ${steps.join(', ')}`, async () => {
      const order = britishOrder();
      const walked = await walkPayment(started.open(), {
        ...order,
        payer: { ...accountAt(institution), holderName: 'A Payer of the Tests' },
      });
      assert.deepEqual(walked.steps, steps, JSON.stringify(walked.last));
    });
  }
});

function accountAt(institution: string) {
  const banks = createBanks();
  const bank = createProviderIds({ banks }).bankOf(institution);
  const [account] = banks.accountsAt(bank?.id ?? '');
  assert.ok(account, institution);
  return { institution, payto: `payto://gb-scan/${account.sortCode}/${account.accountNumber}` };
}
