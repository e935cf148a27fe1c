import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountDetails } from './api/balances.ts';
import { collectingParty } from './collecting-party.ts';

function account(code: string, details: Readonly<Record<string, string>>, type = 'LOCAL'): AccountDetails {
  const all = { ACCOUNT_HOLDER: 'Transit Ltd', ...details };
  const list = Object.entries(all).map(([name, body]) => ({ type: name, body }));
  return { id: '1', currency: { code }, status: 'ACTIVE', receiveOptions: [{ type, details: list }] };
}

const POUNDS = account('GBP', { BANK_CODE: '23-14-70', ACCOUNT_NUMBER: '1034 0017' });

test('each currency is collected at the number that its country uses', () => {
  const all = [
    POUNDS,
    account('EUR', { IBAN: 'BE81 9670 0103 4024', SWIFT_CODE: 'TRWIBEB1XXX' }),
    account('USD', { ROUTING_NUMBER: '026073150', ACCOUNT_NUMBER: '8311034001' }),
  ];
  const holderName = 'Transit Ltd';
  assert.deepEqual(collectingParty(all, 'GBP'), {
    payto: 'payto://gb-scan/231470/10340017',
    holderName,
    country: 'GB',
  });
  assert.deepEqual(collectingParty(all, 'EUR'), {
    payto: 'payto://iban/BE81967001034024',
    holderName,
    country: 'BE',
  });
  assert.deepEqual(collectingParty(all, 'USD'), {
    payto: 'payto://ach/026073150/8311034001',
    holderName,
    country: 'US',
  });
  assert.equal(collectingParty(all, 'SEK'), undefined);
});

test('examples, numbers that were replaced and numbers that cannot be right are passed over', () => {
  const unusable: readonly AccountDetails[] = [
    { ...POUNDS, id: null },
    { ...POUNDS, status: 'AVAILABLE' },
    { ...POUNDS, deprecated: true },
    account('GBP', { BANK_CODE: '23-14', ACCOUNT_NUMBER: '10340017' }),
    account('GBP', { BANK_CODE: '23-14-70', ACCOUNT_NUMBER: '10340017', ACCOUNT_HOLDER: '' }),
  ];
  for (const each of unusable) assert.equal(collectingParty([each], 'GBP'), undefined);
  assert.ok(collectingParty([...unusable, POUNDS], 'GBP'));
});

test('local details come before those for payments from abroad', () => {
  const abroad = account('EUR', { IBAN: 'DE75512108001245126199' }, 'INTERNATIONAL');
  const local = account('EUR', { IBAN: 'BE81967001034024' });
  assert.equal(collectingParty([abroad, local], 'EUR')?.payto, 'payto://iban/BE81967001034024');
  assert.equal(collectingParty([abroad], 'EUR')?.payto, 'payto://iban/DE75512108001245126199');
});
