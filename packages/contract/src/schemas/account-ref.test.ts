import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_REF_PATTERN, AccountRef } from './account-ref.ts';

const accepts = (value: string): boolean => AccountRef.safeParse(value).success;

for (const value of [
  '****1234',
  'xxxx1234',
  '••••3000',
  '....12',
  '12**34',
  '*',
  'xx',
  'acct_1ZtVqHs6RvC3yNq1XgJtLa',
  'fp_2vWC8xl4h4P1hrNL3qlsDJNHBSIx05NNC7LQxR5pEez',
]) {
  test(`accepts ${value}`, () => {
    assert.equal(accepts(value), true);
    assert.equal(new RegExp(ACCOUNT_REF_PATTERN).test(value), true);
  });
}

for (const [what, value] of [
  ['an IBAN', 'DE89370400440532013000'],
  ['an IBAN in groups', 'DE89 3704 0044 0532 0130 00'],
  ['a card number', '4111111111111111'],
  ['an account number', '31926819'],
  ['an e-mail', 'ada@example.com'],
  ['five visible characters', '****12345'],
  ['five visible characters apart', '1*2*3*4*5'],
  ['an IBAN with a single mask', 'DE8937040044053201300*'],
  ['four digits that nothing masks', '1234'],
  ['nothing', ''],
  ['a mask without end', '*'.repeat(69)],
  ['a name', 'Ada*'.concat('Love')],
  ['an id that is shorter than ours', 'acct_1ZtVqHs6RvC3yNq1XgJt'],
  ['a fingerprint that is longer than ours', `fp_${'a'.repeat(44)}`],
  ['an IBAN dressed as an id', 'acct_DE89370400440532013000'],
  ['an id of something else', 'cus_1ZtVqHs6RvC3yNq1XgJtLa'],
] as const) {
  test(`refuses ${what}`, () => assert.equal(accepts(value), false));
}
