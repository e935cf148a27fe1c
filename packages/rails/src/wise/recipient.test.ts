import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recipientFor, type SCHEMES } from './recipient.ts';

const NAME = 'Petra Payee';

test('an address becomes the recipient that its scheme pays', () => {
  const of = (payto: string, scheme: keyof typeof SCHEMES) =>
    recipientFor({ payto, holderName: NAME, country: 'US' }, scheme)?.account;
  assert.deepEqual(of('payto://gb-scan/200000/55779911', 'gb-fps'), {
    type: 'sort_code',
    details: { sortCode: '200000', accountNumber: '55779911' },
  });
  assert.deepEqual(of('payto://iban/GB69BUKB20000055779911', 'gb-fps'), {
    type: 'sort_code',
    details: { sortCode: '200000', accountNumber: '55779911' },
  });
  assert.deepEqual(of('payto://iban/DE75512108001245126199', 'sepa-sct'), {
    type: 'iban',
    details: { IBAN: 'DE75512108001245126199' },
  });
  assert.deepEqual(of('payto://ach/021000021/4455667788', 'us-ach'), {
    type: 'aba',
    details: {
      abartn: '021000021',
      accountNumber: '4455667788',
      accountType: 'CHECKING',
      address: { country: 'US' },
    },
  });
});

test('an address that the scheme cannot reach has no recipient', () => {
  const wrong = [
    ['payto://iban/DE75512108001245126199', 'gb-fps'],
    ['payto://gb-scan/200000/55779911', 'sepa-sct'],
    ['payto://gb-scan/200000/55779911', 'us-ach'],
    ['payto://iban/DE00512108001245126199', 'sepa-sct'],
    ['payto://unheard-of/1', 'us-ach'],
    ['nonsense', 'gb-fps'],
  ] as const;
  for (const [payto, scheme] of wrong)
    assert.equal(recipientFor({ payto, holderName: NAME }, scheme), undefined, payto);
});

test('a name that Wise takes for no person’s is a business’s', () => {
  const legalTypeOf = (holderName: string) =>
    recipientFor({ payto: 'payto://gb-scan/200000/55779911', holderName }, 'gb-fps')?.legalType;
  for (const name of ['Petra Payee', 'María José García']) assert.equal(legalTypeOf(name), 'PRIVATE');
  for (const name of ['Payee', 'P Payee', 'Payee 24 Ltd', 'A B']) assert.equal(legalTypeOf(name), 'BUSINESS');
});
