import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBanks } from './banks.ts';
import { BANK_OUTCOMES } from './outcomes.ts';

const banks = createBanks();

describe('the banks', () => {
  it('are 94 ordinary ones and 18 for tests', () => {
    const ordinary = banks.all().filter(({ wish }) => wish === 'none');
    assert.deepEqual([ordinary.length, banks.all().length], [94, 112]);
    const wishes = new Set(banks.all().map(({ wish }) => wish));
    assert.deepEqual(wishes, new Set(['none', ...Object.keys(BANK_OUTCOMES)]));
  });

  it('are found by country', () => {
    for (const country of ['GB', 'DE', 'FR', 'ES', 'IT', 'NL', 'IE', 'PL', 'SE', 'US']) {
      const there = banks.all({ country });
      assert(there.length > 2, country);
      assert(there.every((bank) => bank.country === country && bank.id.startsWith(country.toLowerCase())));
    }
    assert.deepEqual(banks.all({ country: 'XX' }), []);
  });

  it('differ in id, BIC and national code, by which directories tell them apart', () => {
    for (const name of ['id', 'bic'] as const) {
      assert.equal(new Set(banks.all().map((bank) => bank[name])).size, 112, name);
    }
    assert.equal(new Set(banks.all().map(({ country, nationalCode }) => country + nationalCode)).size, 112);
    const shape = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}$/;
    assert.deepEqual(
      banks
        .all()
        .filter(({ bic, country }) => !shape.test(bic) || bic.slice(4, 6) !== country)
        .map(({ id }) => id),
      ['br-nubank'],
    );
  });

  it('have one customer with two or three accounts', () => {
    const all = banks
      .all()
      .filter(({ wish }) => wish !== 'no_accounts')
      .map(({ id }) => banks.accountsAt(id));
    assert.deepEqual(new Set(all.map((accounts) => accounts.length)), new Set([2, 3]));
    for (const accounts of all) assert.equal(new Set(accounts.map(({ holderName }) => holderName)).size, 1);
    assert.deepEqual(banks.accountsAt('no-such-bank'), []);
  });

  it('keep their accounts from release to release', () => {
    assert.deepEqual(banks.accountsAt('gb-monzo')[0], PINNED.gb);
    assert.deepEqual(banks.accountsAt('de-n26')[0], PINNED.de);
    assert.deepEqual(banks.accountsAt('us-jpmorgan-chase')[0], PINNED.us);
  });

  it('find an account by its id and by every way of writing its number', () => {
    for (const account of banks.all().flatMap(({ id }) => banks.accountsAt(id))) {
      assert.equal(banks.account(account.id), account);
      const { iban, sortCode, routingNumber, bankCode, accountNumber } = account;
      if (iban !== undefined) {
        assert.equal(banks.accountByNumber(iban), account);
        assert.equal(banks.accountByNumber(iban.toLowerCase().replaceAll(/.{4}/g, '$& ')), account);
      }
      const code = sortCode ?? routingNumber ?? bankCode;
      if (code !== undefined) assert.equal(banks.accountByNumber(`${code}-${accountNumber}`), account);
    }
    assert.equal(banks.account('gb-monzo-9'), undefined);
    assert.equal(banks.accountByNumber('040004-00000000'), undefined);
  });
});

/** Somebody's test may name these numbers. */
const PINNED = {
  gb: {
    id: 'gb-monzo-1',
    bank: 'gb-monzo',
    holderName: 'Aoife Brennan',
    label: 'Current account',
    currency: 'GBP',
    sortCode: '040004',
    accountNumber: '45055674',
    iban: 'GB38MONZ04000445055674',
  },
  de: {
    id: 'de-n26-1',
    bank: 'de-n26',
    holderName: 'Marta Kowalczyk',
    label: 'Girokonto',
    currency: 'EUR',
    iban: 'DE26100110016731282821',
  },
  us: {
    id: 'us-jpmorgan-chase-1',
    bank: 'us-jpmorgan-chase',
    holderName: 'Willem de Graaf',
    label: 'Checking',
    currency: 'USD',
    routingNumber: '021000021',
    accountNumber: '1411441640',
  },
};
