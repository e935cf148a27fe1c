import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Auth } from './api/item.ts';
import { accountsOf } from './linked-accounts.ts';

const none: Auth['numbers'] = { ach: [], bacs: [], international: [] };

function auth(numbers: Partial<Auth['numbers']>, currency: string | null = 'GBP'): Auth {
  return {
    accounts: [{ account_id: 'a', balances: { iso_currency_code: currency } }],
    numbers: { ...none, ...numbers },
    item: { item_id: 'i', institution_id: 'ins_1', institution_name: 'A Bank' },
  };
}

const bacs = [{ account_id: 'a', account: '31926819', sort_code: '601613' }];
const international = [{ account_id: 'a', iban: 'GB29NWBK60161331926819', bic: 'NWBKGB21' }];

test('a UK account with both spellings is told by the domestic one', () => {
  assert.deepEqual(accountsOf(auth({ bacs, international }), undefined), [
    {
      id: 'a',
      payto: 'payto://gb-scan/601613/31926819',
      assets: ['iso4217:GBP'],
      institution: { ref: 'ins_1', name: 'A Bank' },
    },
  ]);
});

test('the holder is the name that the bank puts first, and nobody where it gives none', () => {
  const holder = (names: readonly string[]) =>
    accountsOf(auth({ bacs }), { accounts: [{ account_id: 'a', owners: [{ names: [...names] }] }] })[0]
      ?.holderName;
  assert.equal(holder(['Ada Fairweather', 'A Fairweather']), 'Ada Fairweather');
  assert.equal(holder([' ']), undefined);
  assert.equal(holder([]), undefined);
});

test('an account without a number, with a wrong one or without a currency is left out', () => {
  assert.deepEqual(accountsOf(auth({}), undefined), []);
  assert.deepEqual(
    accountsOf(auth({ ach: [{ account_id: 'a', account: '1', routing: '122000662' }] }, 'USD'), undefined),
    [],
  );
  assert.deepEqual(accountsOf(auth({ international }, null), undefined), []);
});
