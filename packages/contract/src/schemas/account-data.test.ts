import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFreeOfAccountData, isIdFreeOfAccountData } from './account-data.ts';
import { OutcomeCreate } from './outcome.ts';
import { DecisionParty } from './route-decision.ts';

const IBANS = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'NL91ABNA0417164300',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
];

for (const iban of IBANS) {
  test(`${iban.slice(0, 2)} IBANs are found in words and in ids`, () => {
    for (const word of [iban, iban.toLowerCase(), `code-${iban}`, iban.replaceAll(/(.{4})/g, '$1-')]) {
      assert.equal(isFreeOfAccountData(word), false, word);
    }
    for (const id of [`acct_${iban}`, `ins_${iban.toLowerCase()}`, `fp_${iban}x`.padEnd(46, 'a')]) {
      assert.equal(isIdFreeOfAccountData(id), false, id);
    }
  });
}

for (const word of [
  '4111111111111111',
  '4111-1111-1111-1111',
  'err.5500005555555559',
  '31926819',
  'no-31926819',
]) {
  test(`${word} is found`, () => assert.equal(isFreeOfAccountData(word), false));
}

for (const word of [
  'AC04-insufficient-funds',
  'insufficient_funds',
  'R01',
  'truelayer',
  'iban',
  'mx-clabe',
  'E2024-11-15',
  'err-2024-11-15-10-30-00-123',
  'BE05',
]) {
  test(`${word} is a word like any other`, () => assert.equal(isFreeOfAccountData(word), true));
}

for (const id of [
  'acct_034xn3S15F4KLdiRlnHkTE',
  'fp_2vWC8xl4h4P1hrNL3qlsDJNHBSIx05NNC7LQxR5pEez',
  'acct_0000000000000000000000',
  'ins_00000000',
  'dec_1000000000000000000001',
]) {
  test(`${id} is an id like any other`, () => assert.equal(isIdFreeOfAccountData(id), true));
}

const refusedIn = (result: { readonly error?: { readonly issues: readonly { path: PropertyKey[] }[] } }) =>
  result.error?.issues[0]?.path.join('.');

for (const [param, fields] of [
  ['accountRef', { accountRef: 'acct_4111111111111111' }],
  ['accountRef', { accountRef: 'acct_DE89370400440532013000' }],
  ['accountRef', { accountRef: 'fp_DE89370400440532013000' }],
  ['accountRef', { accountRef: 'acct_4111111111111111000000' }],
  ['institution', { institution: 'ins_DE89370400440532013000' }],
  ['institution', { institution: 'ins_4111111111111111' }],
  ['scheme', { scheme: 'de89370400440532013000' }],
  ['scheme', { scheme: 'x4111111111111111' }],
  ['scheme', { scheme: 'acc-31926' }],
  ['linkedRails.0', { linkedRails: ['de89370400440532013000'] }],
  ['linkedRails.1', { linkedRails: ['plaid', '4111-1111-1111-1111'] }],
] as const) {
  test(`a party may not carry ${JSON.stringify(fields)}`, () => {
    assert.equal(refusedIn(DecisionParty.safeParse({ country: 'DE', ...fields })), param);
  });
}

const OUTCOME = { decision: 'dec_00000000', rail: 'truelayer', status: 'failed', latencyMs: 1 };
for (const [param, fields] of [
  ['failureCode', { failureCode: 'DE89370400440532013000' }],
  ['failureCode', { failureCode: 'card:4111-1111-1111-1111' }],
  ['decision', { decision: 'dec_DE89370400440532013000' }],
  ['rail', { rail: '31926819' }],
  [
    'context.institution',
    { context: { operation: 'banking.payouts', country: 'DE', institution: 'ins_NL91ABNA0417164300' } },
  ],
] as const) {
  test(`an outcome may not carry ${JSON.stringify(fields)}`, () => {
    assert.equal(refusedIn(OutcomeCreate.safeParse({ ...OUTCOME, ...fields })), param);
  });
}

test('what succeeded has no failure code', () => {
  const outcome = { ...OUTCOME, failureCode: 'R01' };
  assert.equal(OutcomeCreate.safeParse(outcome).success, true);
  assert.equal(refusedIn(OutcomeCreate.safeParse({ ...outcome, status: 'succeeded' })), 'failureCode');
});
