import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaytoErrorKey } from '../errors.ts';
import { ibanType } from './iban.ts';

describe('an IBAN that is right', () => {
  // One per country whose national check digits are looked at, and some whose structure has letters.
  const ibans = [
    'AT611904300234573201',
    'BA391290079401028494',
    'BE68539007547034',
    'BG80BNBG96611020345678',
    'BR1800360305000010009795493C1',
    'CH9300762011623852957',
    'CZ6508000000192000145399',
    'DE75512108001245126199',
    'EE382200221020145685',
    'ES9121000418450200051332',
    'FI2112345600000785',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'HR1210010051863000160',
    'HU42117730161111101800000000',
    'IE29AIBK93115212345678',
    'IT60X0542811101000000123456',
    'LC55HEMM000100010012001200023015',
    'LI21088100002324013AA',
    'MC5811222000010123456789030',
    'ME25505000012345678951',
    'MK07250120000058984',
    'MT84MALT011000012345MTLCAST001S',
    'NL91ABNA0417164300',
    'NO9386011117947',
    'PL61109010140000071219812874',
    'PT50000201231234567890154',
    'RS35260005601001611379',
    'SE4550000000058398257466',
    'SI56263300012039086',
    'SK3112000000198742637541',
    'SM86U0322509800000000270100',
    'UA213223130000026007233566001',
    'XK051212012345678906',
  ];
  for (const iban of ibans) {
    it(`accepts ${iban}`, () => {
      const reading = ibanType.read([iban.toLowerCase()]);
      assert(reading.ok);
      assert.deepEqual(reading.value, {
        target: { known: true, scheme: 'iban', iban },
        segments: [iban],
        identity: [iban],
        masked: `${iban.slice(0, 2)}****${iban.slice(-4)}`,
        country: iban.slice(0, 2),
      });
    });
  }

  it('keeps the BIC in the target but not in what identifies the account', () => {
    const reading = ibanType.read(['sogedeffxxx', 'DE75512108001245126199']);
    assert(reading.ok);
    assert.deepEqual(reading.value.target, {
      known: true,
      scheme: 'iban',
      iban: 'DE75512108001245126199',
      bic: 'SOGEDEFFXXX',
    });
    assert.deepEqual(reading.value.identity, ['DE75512108001245126199']);
  });
});

/** The same account with a wrong national check digit, its mod-97 digits recomputed to fit. */
function withRightMod97(country: string, bban: string): string {
  const digits = Array.from(`${bban}${country}00`, (character) =>
    String(Number.parseInt(character, 36)),
  ).join('');
  return country + String(98n - (BigInt(digits) % 97n)).padStart(2, '0') + bban;
}

describe('national check digits', () => {
  const wrong: readonly (readonly [country: string, bban: string])[] = [
    ['BA', '1290079401028495'],
    ['BE', '539007547035'],
    ['CZ', '08000000192000145398'],
    ['EE', '2200221020145684'],
    ['ES', '21000418460200051332'],
    ['FR', '20041010050500013M02607'],
    ['HR', '10010051863000161'],
    ['HU', '117730161111101900000000'],
    ['IT', 'Y0542811101000000123456'],
    ['MC', '11222000010123456789031'],
    ['ME', '505000012345678952'],
    ['MK', '250120000058985'],
    ['NO', '86011117948'],
    ['PL', '109010150000071219812874'],
    ['PT', '000201231234567890155'],
    ['RS', '260005601001611378'],
    ['SI', '263300012039087'],
    ['SK', '12000000198742637542'],
    ['SM', 'V0322509800000000270100'],
  ];
  for (const [country, bban] of wrong) {
    it(`are checked for ${country} although mod 97 is right`, () => {
      assert.deepEqual(ibanType.read([withRightMod97(country, bban)]), {
        ok: false,
        error: {
          key: 'payto.checksum',
          vars: { scheme: 'iban', check: `the national check digits of ${country}` },
        },
      });
    });
  }
});

describe('an IBAN that is wrong', () => {
  const cases: readonly (readonly [fact: string, segments: readonly string[], key: PaytoErrorKey])[] = [
    ['no account', [], 'payto.path'],
    ['an empty account', [''], 'payto.path'],
    ['an empty BIC', ['', 'DE75512108001245126199'], 'payto.path'],
    ['a country without IBANs', ['US75512108001245126199'], 'payto.country'],
    ['no country', ['1275512108001245126199'], 'payto.part'],
    ['a country that does not exist', ['QQ75512108001245126199'], 'payto.country_unknown'],
    ['spaces', ['DE75 5121 0800 1245 1261 99'], 'payto.part'],
    ['a letter that only becomes ASCII in upper case', ['\u0131T60X0542811101000000123456'], 'payto.part'],
    ['letters where the country has digits', ['DE75512108001245126A99'], 'payto.part'],
    ['check digits 00', ['DE00512108001245126199'], 'payto.checksum'],
    ['a transposed pair', ['DE75512108001245126919'], 'payto.checksum'],
    ['a BIC with spaces', ['SOGE DE FF', 'DE75512108001245126199'], 'payto.part'],
  ];
  for (const [fact, segments, key] of cases) {
    it(`is refused with ${key} for ${fact}`, () => {
      const reading = ibanType.read(segments);
      assert(!reading.ok);
      assert.equal(reading.error.key, key);
    });
  }
});
