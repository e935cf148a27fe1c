import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBanks } from './banks.ts';
import { BANK_OUTCOMES, DEFAULT_SCRIPT, OUTCOMES } from './outcomes.ts';
import type { PaymentTraits } from './payment-script.ts';
import { scriptFor } from './script-for.ts';

const banks = createBanks();

const scriptOf = (traits: Partial<PaymentTraits>) =>
  scriptFor(banks.byId, { reference: undefined, payeeName: undefined, bank: undefined, ...traits });

describe('what a payment asks for', () => {
  it('is success within a second unless it says otherwise', () => {
    assert.deepEqual(scriptOf({}), DEFAULT_SCRIPT);
    assert.deepEqual(
      scriptOf({ reference: 'Invoice 12', payeeName: 'Simon Refused', bank: 'gb-monzo' }),
      DEFAULT_SCRIPT,
    );
    assert.deepEqual(scriptOf({ bank: 'no-such-bank' }), DEFAULT_SCRIPT);
    assert(DEFAULT_SCRIPT.settleAfterMs < 1000);
  });

  for (const { words, script } of OUTCOMES) {
    it(`is '${words}' by reference and by payee`, () => {
      const expected = { ...DEFAULT_SCRIPT, ...script };
      assert.notDeepEqual(expected, DEFAULT_SCRIPT);
      assert.deepEqual(scriptOf({ reference: `SIM ${words}` }), expected);
      assert.deepEqual(scriptOf({ reference: `Rent 5/26 sim ${words.toUpperCase()}, please` }), expected);
      assert.deepEqual(scriptOf({ reference: `SIM-${words.replace(' ', '-')}` }), expected);
      assert.deepEqual(scriptOf({ payeeName: `Simulated ${words} Ltd` }), expected);
    });
  }

  it('is nothing when the words go on or are inside another', () => {
    for (const reference of ['SIM refusedness', 'ASIM refused', 'SIMrefused', 'SIM  ']) {
      assert.deepEqual(scriptOf({ reference }), DEFAULT_SCRIPT, reference);
    }
  });

  it('may be several things at once', () => {
    assert.deepEqual(scriptOf({ reference: 'SIM slow SIM duplicate SIM timeout' }), {
      creation: 'timeout',
      result: 'settled',
      settleAfterMs: 10_000,
      webhooks: 'duplicate',
    });
  });

  it('is said last by the reference, before it by the payee, before that by the bank', () => {
    const bank = 'gb-test-slow';
    assert.equal(scriptOf({ bank }).settleAfterMs, 10_000);
    assert.equal(scriptOf({ bank, payeeName: 'Simulated Late' }).settleAfterMs, 60_000);
    assert.equal(
      scriptOf({ bank, payeeName: 'Simulated Late', reference: 'SIM slow' }).settleAfterMs,
      10_000,
    );
    assert.equal(scriptOf({ bank, reference: 'SIM refused' }).settleAfterMs, 10_000);
  });

  for (const [wish, { script }] of Object.entries(BANK_OUTCOMES)) {
    it(`is what the banks with the wish ${wish} do, in three countries`, () => {
      const same = banks.all().filter((bank) => bank.wish === wish);
      assert.deepEqual(
        same.map(({ country }) => country),
        ['DE', 'GB', 'US'],
      );
      for (const { id } of same) assert.deepEqual(scriptOf({ bank: id }), { ...DEFAULT_SCRIPT, ...script });
    });
  }
});
