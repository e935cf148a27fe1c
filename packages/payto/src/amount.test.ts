import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAmount } from './amount.ts';

const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F';

describe('an amount in a currency', () => {
  const accepted: readonly (readonly [text: string, decimal: string, minor: string | undefined])[] = [
    ['EUR:200.0', '200', '20000'],
    ['eur:0.5', '0.5', '50'],
    ['EUR:0', '0', '0'],
    ['EUR:1,000.50', '1000.5', '100050'],
    ['EUR:007', '7', '700'],
    ['JPY:500', '500', '500'],
    ['JPY:500.0', '500', '500'],
    ['JPY:500.5', '500.5', undefined],
    ['KWD:1.234', '1.234', '1234'],
    ['CLF:1.2345', '1.2345', '12345'],
    ['EUR:10.555', '10.555', undefined],
    ['EUR:9007199254740991.12', '9007199254740991.12', '900719925474099112'],
    ['EUR:0.00000001', '0.00000001', undefined],
    ['KUDOS:5', '5', undefined],
    ['BGN:5', '5', undefined],
  ];
  for (const [text, decimal, minor] of accepted) {
    it(`reads ${text}`, () => {
      const reading = readAmount('iban', text);
      assert(reading.ok);
      assert.deepEqual(reading.value, {
        kind: 'currency',
        currency: text.split(':')[0]?.toUpperCase(),
        decimal,
        ...(minor === undefined ? {} : { minor }),
      });
    });
  }

  const refused = [
    '',
    ':',
    'EUR',
    'EUR:',
    'EUR:,',
    'EUR:.5',
    'EUR:5.',
    'EUR:5.,',
    'EUR:-1',
    'EUR:+1',
    'EUR: 1',
    'EUR:1e3',
    'EUR:0x10',
    'EUR:1.2.3',
    'EUR:1:2',
    ':5',
    'E1R:5',
    '1:5',
    'EUR:1.123456789',
    'EUR:9007199254740992',
    '\u017F:1',
    'EUR:\u0661',
    `EUR:${'9'.repeat(2000)}`,
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => {
      const reading = readAmount('iban', text);
      assert(!reading.ok);
      assert.equal(reading.error.key, 'payto.amount');
    });
  }
});

describe('an amount on an EVM chain', () => {
  it('without a currency is the native coin', () => {
    assert.deepEqual(readAmount('eth', '1.50'), { ok: true, value: { kind: 'native', decimal: '1.5' } });
  });

  it('names a token by its contract, in checksum form', () => {
    for (const spelling of [DAI, DAI.toLowerCase()]) {
      assert.deepEqual(readAmount('eth', `${spelling}:1.23`), {
        ok: true,
        value: { kind: 'token', token: DAI, decimal: '1.23' },
      });
    }
  });

  for (const text of [
    'ETH:1',
    'DAI:1',
    ':1',
    '',
    `${DAI}:`,
    `0x${'0'.repeat(40)}:1`,
    `${DAI.replace('6B', '6b')}:1`,
    '1.123456789',
    `${DAI}:0.123456789`,
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(readAmount('eth', text).ok, false));
  }
});
