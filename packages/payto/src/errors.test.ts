import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAYTO_ERROR_KEYS, PAYTO_ERRORS, type PaytoErrorKey, parsePayto } from './index.ts';

/** One address that is refused with each key, and the words that go with it. */
const EXAMPLES: Readonly<
  Record<PaytoErrorKey, readonly [uri: string, vars: Readonly<Record<string, string>>]>
> = {
  'payto.too_long': ['x'.repeat(2049), { max: '2048' }],
  'payto.characters': ['payto://void/%0A', { kind: 'control' }],
  'payto.encoding': ['payto://void/%FF', {}],
  'payto.syntax': ['payto:void', { rule: 'it must start with payto:// and a type' }],
  'payto.path': ['payto://ach/122000661', { scheme: 'ach', expected: 'ROUTING-NUMBER/ACCOUNT-NUMBER' }],
  'payto.part': [
    'payto://gb-scan/20-29-59/63748472',
    { scheme: 'gb-scan', part: 'sort code', expected: '6 digits without dashes' },
  ],
  'payto.country': ['payto://iban/US12345678901234567890', { scheme: 'iban', country: 'US' }],
  'payto.country_unknown': ['payto://iban/XX12345678901234567890', { scheme: 'iban' }],
  'payto.length': ['payto://iban/DE7551210800124512619', { scheme: 'iban', country: 'DE', expected: '22' }],
  'payto.checksum': [
    'payto://iban/DE75512108001245126198',
    { scheme: 'iban', check: 'the IBAN check digits (mod 97)' },
  ],
  'payto.zero_address': [`payto://eth/0x${'0'.repeat(40)}`, { scheme: 'eth' }],
  'payto.option': ['payto://void?x', { rule: 'each option must be name=value' }],
  'payto.option_repeated': ['payto://void?AMOUNT=EUR:1&amount=EUR:1', { option: 'amount' }],
  'payto.amount': [
    'payto://void?amount=1',
    { rule: 'a currency must stand before the value, as in EUR:10.50' },
  ],
};

describe('the table of errors', () => {
  it('lists every key once', () => {
    assert.deepEqual([...PAYTO_ERROR_KEYS].sort(), Object.keys(PAYTO_ERRORS).sort());
    assert.equal(new Set(PAYTO_ERROR_KEYS).size, PAYTO_ERROR_KEYS.length);
  });

  for (const key of PAYTO_ERROR_KEYS) {
    it(`${key} is given with exactly the words the table names`, () => {
      const [uri, vars] = EXAMPLES[key];
      const result = parsePayto(uri);
      assert.deepEqual(result, { ok: false, error: { key, vars } });
      assert.deepEqual(Object.keys(vars).sort(), [...PAYTO_ERRORS[key].vars].sort());
    });
  }
});
