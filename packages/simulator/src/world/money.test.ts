import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createBanks } from './banks.ts';
import { createMoney } from './money.ts';

const banks = createBanks();
const credit = { amountMinor: 500n, currency: 'GBP', reference: 'R', payerName: 'P' };

describe('money', () => {
  it('is at least a million in every account at the start', () => {
    const money = createMoney(banks);
    for (const { id } of banks.all().flatMap((bank) => banks.accountsAt(bank.id))) {
      assert(money.balanceOf(id) >= 100_000_000n);
    }
    assert.equal(money.balanceOf('nobody'), 0n);
  });

  it('leaves an account only as far as there is some', () => {
    const money = createMoney(banks);
    const balance = money.balanceOf('gb-monzo-1');
    assert.equal(money.withdraw('gb-monzo-1', balance + 1n), false);
    assert.equal(money.balanceOf('gb-monzo-1'), balance);
    assert.equal(money.withdraw('gb-monzo-1', balance), true);
    assert.equal(money.balanceOf('gb-monzo-1'), 0n);
    assert.equal(money.withdraw('nobody', 1n), false);
  });

  it('moves in positive amounts only', () => {
    const money = createMoney(banks);
    for (const amount of [0n, -1n]) {
      assert.throws(() => money.withdraw('gb-monzo-1', amount));
      assert.throws(() => money.deposit('gb-monzo-1', amount));
    }
    assert.throws(() => money.deposit('nobody', 1n));
  });

  it('is the sum of what came and went, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.bigInt(1n, 90_000_000n))), (moves) => {
        const money = createMoney(banks);
        let expected = money.balanceOf('de-n26-1');
        for (const [comes, amount] of moves) {
          if (comes) money.deposit('de-n26-1', amount);
          if (comes || money.withdraw('de-n26-1', amount)) expected += comes ? amount : -amount;
          assert(money.balanceOf('de-n26-1') >= 0n);
        }
        assert.equal(money.balanceOf('de-n26-1'), expected);
      }),
    );
  });

  it('arrives at an account of this world in its own currency', () => {
    const money = createMoney(banks);
    const account = banks.accountsAt('gb-monzo')[0];
    assert(account !== undefined);
    const balance = money.balanceOf(account.id);
    money.payTo(`${account.sortCode}-${account.accountNumber}`, credit);
    money.payTo(account.iban ?? '', credit);
    money.payTo(account.iban ?? '', { ...credit, currency: 'EUR' });
    money.payTo('FR7630006000011234567890189', credit);
    assert.equal(money.balanceOf(account.id), balance + 1000n);
  });

  it('is told to everyone who watches the number', () => {
    const money = createMoney(banks);
    const seen: unknown[] = [];
    money.watchCredits('BE68 5390 0754 7034', (arrived) => seen.push(['a', arrived]));
    money.watchCredits('BE68539007547034', (arrived) => seen.push(['b', arrived]));
    money.payTo('be68539007547034', credit);
    money.payTo('BE71096123456769', credit);
    assert.deepEqual(seen, [
      ['a', credit],
      ['b', credit],
    ]);
  });
});
