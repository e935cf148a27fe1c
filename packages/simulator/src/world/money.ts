/** Balances. No balance is ever negative, and money that is paid inside this world is neither made nor lost. */
import { createStore } from '../state/create-store.ts';
import type { Table } from '../state/table.ts';
import { plainNumber } from './banks.ts';
import { digitsOf } from './digits.ts';
import type { Banks, IncomingCredit, Money } from './world.ts';

/** `balances` holds those that have moved. */
export function createMoney(
  banks: Banks,
  balances: Table<bigint> = createStore().table('balances', 'fixed'),
): Money {
  const watchers = new Map<string, ((credit: IncomingCredit) => void)[]>();

  function balanceOf(account: string): bigint {
    const known = banks.account(account);
    if (known === undefined) return 0n;
    return balances.get(account) ?? openingBalance(account);
  }

  function deposit(account: string, amountMinor: bigint): void {
    requirePositive(amountMinor);
    if (banks.account(account) === undefined) throw new Error(`there is no account ${account}`);
    balances.set(account, balanceOf(account) + amountMinor);
  }

  return {
    balanceOf,
    deposit,
    withdraw(account, amountMinor) {
      requirePositive(amountMinor);
      const balance = balanceOf(account);
      if (balance < amountMinor) return false;
      balances.set(account, balance - amountMinor);
      return true;
    },
    watchCredits(number, listener) {
      const key = plainNumber(number);
      watchers.set(key, [...(watchers.get(key) ?? []), listener]);
    },
    payTo(number, credit) {
      const account = banks.accountByNumber(number);
      // A bank would convert or send back another currency; here it leaves this world.
      if (account?.currency === credit.currency) deposit(account.id, credit.amountMinor);
      for (const listener of watchers.get(plainNumber(number)) ?? []) listener(credit);
    },
  };
}

/** Between one and two million of any currency: enough for a long day of tests. */
function openingBalance(account: string): bigint {
  return 100_000_000n + BigInt(digitsOf(`${account}/balance`, 8));
}

function requirePositive(amountMinor: bigint): void {
  if (amountMinor <= 0n) throw new Error('an amount of money moves only when it is positive');
}
