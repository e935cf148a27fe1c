import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePayto } from '../../packages/payto/src/index.ts';
import type { BankAccount } from '../../packages/simulator/src/world/bank.ts';
import { createBanks } from '../../packages/simulator/src/world/banks.ts';

const banks = createBanks();

/** No payto type says what an account is there. */
const WITHOUT_ADDRESS_TYPE = ['CA', 'IN'];

describe('the accounts of the simulated banks', () => {
  for (const bank of banks.all()) {
    it(`pass every check of their address at ${bank.id}`, () => {
      const accounts = banks.accountsAt(bank.id);
      assert.equal(accounts.length === 0, bank.wish === 'no_accounts');
      for (const account of accounts) {
        const addresses = addressesOf(account);
        assert(addresses.length > 0 || WITHOUT_ADDRESS_TYPE.includes(bank.country), `${account.id} has none`);
        for (const address of addresses) {
          const result = parsePayto(address);
          assert(result.ok, `${address}: ${JSON.stringify(result)}`);
          assert.equal(result.address.country, bank.country);
        }
      }
    });
  }

  it('would not pass with another last digit', () => {
    const [account] = banks.accountsAt('de-n26');
    assert(account?.iban !== undefined);
    const changed = `${account.iban.slice(0, -1)}${(Number(account.iban.at(-1)) + 1) % 10}`;
    assert.equal(parsePayto(`payto://iban/${changed}`).ok, false);
  });
});

function addressesOf(account: BankAccount): readonly string[] {
  const { iban, sortCode, routingNumber, bankCode, accountNumber, bank } = account;
  return [
    iban !== undefined && `payto://iban/${iban}`,
    sortCode !== undefined && `payto://gb-scan/${sortCode}/${accountNumber}`,
    routingNumber !== undefined && `payto://ach/${routingNumber}/${accountNumber}`,
    bank.startsWith('au-') && `payto://au-bsb/${bankCode}/${accountNumber}`,
    bank.startsWith('mx-') && `payto://mx-clabe/${accountNumber}`,
  ].filter((address) => address !== false);
}
