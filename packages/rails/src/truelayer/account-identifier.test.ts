import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifierFor, paytoOf } from './account-identifier.ts';

const SCAN = 'payto://gb-scan/040004/45055674';
const GERMAN = 'payto://iban/DE75512108001245126199';
const POLISH = 'payto://iban/PL61109010140000071219812874';
const BRITISH = 'payto://iban/GB29NWBK60161331926819';

test('each scheme gets the account in the form it asks for', () => {
  assert.deepEqual(identifierFor(SCAN, 'gb-fps'), {
    type: 'sort_code_account_number',
    sort_code: '040004',
    account_number: '45055674',
  });
  assert.deepEqual(identifierFor(BRITISH, 'gb-fps'), {
    type: 'sort_code_account_number',
    sort_code: '601613',
    account_number: '31926819',
  });
  for (const scheme of ['sepa-sct', 'sepa-sct-inst'] as const)
    assert.deepEqual(identifierFor(GERMAN, scheme), { type: 'iban', iban: 'DE75512108001245126199' });
  for (const scheme of ['pl-elixir', 'pl-express-elixir'] as const)
    assert.deepEqual(identifierFor(POLISH, scheme), { type: 'nrb', nrb: '61109010140000071219812874' });
});

test('an account that a scheme does not reach has no form', () => {
  assert.equal(identifierFor(GERMAN, 'gb-fps'), undefined);
  assert.equal(identifierFor(SCAN, 'sepa-sct'), undefined);
  assert.equal(identifierFor(GERMAN, 'pl-elixir'), undefined);
  assert.equal(identifierFor('payto://iban/DE00', 'sepa-sct'), undefined);
  assert.equal(identifierFor('payto://bitcoin/x', 'sepa-sct'), undefined);
});

test('a linked account is addressed by sort code in Britain, by IBAN elsewhere, and not at all without either', () => {
  const of = (account_number: Parameters<typeof paytoOf>[0]['account_number']) =>
    paytoOf({ account_id: 'a', currency: 'GBP', account_number });
  assert.equal(of({ sort_code: '04-00-04', number: '45055674', iban: 'GB29NWBK60161331926819' }), SCAN);
  assert.equal(of({ iban: 'DE75 5121 0800 1245 1261 99' }), GERMAN);
  assert.equal(of({ sort_code: '04-00-04', number: 'xxxx', iban: 'DE75512108001245126199' }), GERMAN);
  assert.equal(of({ number: '45055674' }), undefined);
  assert.equal(of({}), undefined);
});
