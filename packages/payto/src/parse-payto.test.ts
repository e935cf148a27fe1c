import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type PaytoAddress, type PaytoErrorKey, parsePayto } from './index.ts';

interface Vector {
  readonly uri: string;
  readonly recommended: 'accept' | 'reject';
  readonly expected: Readonly<Record<string, unknown>> | null;
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../vectors/payto-vectors.json', import.meta.url), 'utf8'),
) as { readonly vectors: readonly Vector[] };

/** What the vectors' prose reasons are called here. A reason that is missing fails its test. */
const KEY_BY_REASON: Readonly<Record<string, PaytoErrorKey>> = {
  'base58check checksum fails': 'payto.checksum',
  'EIP-55 checksum fails': 'payto.checksum',
  'paper-format spaces': 'payto.part',
  'country has no IBAN': 'payto.country_unknown',
  'length for DE is 22': 'payto.length',
  'CIN (IT) although mod-97 is right': 'payto.checksum',
  'at most two segments': 'payto.path',
  'BIC shape': 'payto.part',
  'no account': 'payto.path',
  'amount given twice': 'payto.option_repeated',
  'unit must be < 2^53': 'payto.amount',
  'currency missing': 'payto.amount',
  'two points': 'payto.amount',
  'not UTF-8': 'payto.encoding',
  'truncated escape': 'payto.encoding',
  'option without =': 'payto.option',
  'ABA checksum': 'payto.checksum',
  'routing number missing': 'payto.path',
  'no @handle': 'payto.part',
  'v1 program with bech32 (not bech32m) checksum': 'payto.checksum',
  'scheme part is lower case; ILP is case-sensitive': 'payto.part',
  'needs a segment after the scheme': 'payto.part',
  'bic path is one component': 'payto.path',
};

/** The vectors' field names, read from an address. */
function fieldOf(address: PaytoAddress, field: string): unknown {
  const { target, amount } = address;
  if (field === 'amountMinor') {
    return amount?.kind === 'currency' ? { currency: amount.currency, value: amount.minor } : undefined;
  }
  if (field === 'amountToken') return amount?.kind === 'token' ? amount.token : undefined;
  if (field === 'normalizedAddress') return Object.entries(target).find(([name]) => name === 'address')?.[1];
  return Object.entries({ ...target, ...address }).find(([name]) => name === field)?.[1];
}

function accepted(uri: string): PaytoAddress {
  const result = parsePayto(uri);
  assert(result.ok, `${uri} was refused with ${result.ok ? '' : JSON.stringify(result.error)}`);
  return result.address;
}

function refusedKey(uri: string): PaytoErrorKey {
  const result = parsePayto(uri);
  assert(!result.ok, `${uri} was accepted`);
  return result.error.key;
}

describe('the published vectors', () => {
  for (const { uri, recommended, expected } of vectors) {
    if (recommended === 'accept') {
      it(`accepts ${uri}`, () => {
        const address = accepted(uri);
        assert(expected !== null);
        for (const [field, value] of Object.entries(expected)) {
          assert.deepEqual(fieldOf(address, field), value, field);
        }
      });
    } else {
      it(`refuses ${uri}`, () => {
        const key = refusedKey(uri);
        const reason = expected?.reason;
        if (reason === undefined) assert.equal(key, 'payto.syntax');
        else assert.equal(key, KEY_BY_REASON[String(reason)], String(reason));
      });
    }
  }
});

const IBAN = 'payto://iban/DE75512108001245126199';

describe('what this service accepts where readers differ', () => {
  const cases: readonly (readonly [fact: string, uri: string])[] = [
    ['one trailing slash', `${IBAN}/`],
    ['a bare question mark', `${IBAN}?`],
    ['a trailing slash and a bare question mark', `${IBAN}/?`],
    ['unknown options', `${IBAN}?ch-qrr=1&x.y-z=2`],
    ['option names in any case', `${IBAN}?AmOuNt=EUR:1`],
    ['a BIC of another country than the IBAN', 'payto://iban/BNPAFRPP/DE75512108001245126199'],
    ['a testnet bitcoin address', 'payto://bitcoin/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['a UPI address without amount or name', 'payto://upi/alice@okhdfcbank'],
    ['an empty option value', `${IBAN}?message=`],
    ['an equals sign in a value', `${IBAN}?message=a=b`],
    ['an unknown option given twice', `${IBAN}?x=1&x=2`],
  ];
  for (const [fact, uri] of cases) it(`accepts ${fact}`, () => assert.ok(accepted(uri)));

  it('reads a plus as a space in a query and as itself in a path', () => {
    assert.equal(accepted(`${IBAN}?receiver-name=Anna+M%2BM`).receiverName, 'Anna M+M');
    assert.deepEqual(accepted('payto://void/a+b').segments, ['a+b']);
  });

  it('keeps the first of an unknown option given twice', () => {
    assert.deepEqual(accepted(`${IBAN}?x=1&X=2`).options, { x: '1' });
  });

  it('keeps an option called __proto__ out: its name is not one', () => {
    assert.equal(refusedKey(`${IBAN}?__proto__=1`), 'payto.option');
  });

  it('leaves an empty receiver name out', () => {
    assert.equal('receiverName' in accepted(`${IBAN}?receiver-name=`), false);
  });
});

describe('what this service refuses where readers differ', () => {
  const cases: readonly (readonly [fact: string, uri: string, key: PaytoErrorKey])[] = [
    ['two trailing slashes after a known type', `${IBAN}//`, 'payto.path'],
    ['a repeated amount in another case', `${IBAN}?amount=EUR:1&AMOUNT=EUR:1`, 'payto.option_repeated'],
    ['a repeated receiver name', `${IBAN}?receiver-name=A&receiver-name=A`, 'payto.option_repeated'],
    ['a raw control character', `${IBAN}?message=a\nb`, 'payto.characters'],
    ['a leading tab', `\t${IBAN}`, 'payto.characters'],
    ['an encoded NUL', `${IBAN}?message=a%00b`, 'payto.characters'],
    ['an encoded DEL in the path', 'payto://void/a%7Fb', 'payto.characters'],
    ['an encoded C1 control', `${IBAN}?message=%C2%85`, 'payto.characters'],
    ['an encoded line separator', `${IBAN}?message=%E2%80%A8`, 'payto.characters'],
    ['a raw bidirectional override', `${IBAN}?receiver-name=\u202Eabc`, 'payto.characters'],
    ['an encoded bidirectional override', `${IBAN}?receiver-name=%E2%80%AEabc`, 'payto.characters'],
    ['an encoded bidirectional isolate', `${IBAN}?receiver-name=%E2%81%A6abc`, 'payto.characters'],
    ['a raw lone surrogate', `${IBAN}?message=\uD800`, 'payto.characters'],
    ['an encoded lone surrogate', `${IBAN}?message=%ED%A0%80`, 'payto.encoding'],
    ['an overlong UTF-8 sequence', 'payto://void/%C0%AF', 'payto.encoding'],
    ['a letter that is not percent-encoded', `${IBAN}?receiver-name=M\u00FCller`, 'payto.characters'],
    ['a plain space', `${IBAN}?message=a b`, 'payto.characters'],
    ['userinfo', 'payto://user:pass@iban/DE75512108001245126199', 'payto.syntax'],
    ['a port', 'payto://iban:443/DE75512108001245126199', 'payto.syntax'],
    ['an underscore in the type', 'payto://my_bank/1', 'payto.syntax'],
    ['a percent sign in the type', 'payto://ib%61n/DE75512108001245126199', 'payto.syntax'],
    ['an empty fragment', `${IBAN}#`, 'payto.syntax'],
    ['another scheme', 'pay://iban/DE75512108001245126199', 'payto.syntax'],
    ['an empty string', '', 'payto.syntax'],
    ['an empty option', `${IBAN}?a=1&&b=2`, 'payto.option'],
    ['an ampersand at the end', `${IBAN}?a=1&`, 'payto.option'],
    ['an option name that starts with a digit', `${IBAN}?1a=1`, 'payto.option'],
    ['an option without a name', `${IBAN}?=1`, 'payto.option'],
    ['an encoded option name', `${IBAN}?am%6Funt=EUR:1`, 'payto.option'],
    ['a bad amount on an unknown type', 'payto://nano/x?amount=1', 'payto.amount'],
  ];
  for (const [fact, uri, key] of cases) it(`refuses ${fact}`, () => assert.equal(refusedKey(uri), key));
});

describe('length', () => {
  const padded = (length: number, filler = 'a') => `${IBAN}?message=`.padEnd(length, filler);

  it('accepts 2048 characters and refuses 2049', () => {
    assert.ok(accepted(padded(2048)));
    assert.equal(refusedKey(padded(2049)), 'payto.too_long');
  });

  it('counts code points, not UTF-16 units', () => {
    const emoji = '\u{1F600}';
    assert.equal(refusedKey(padded(48) + emoji.repeat(2000)), 'payto.characters');
    assert.equal(refusedKey(padded(48) + emoji.repeat(2001)), 'payto.too_long');
  });

  it('refuses what could not be written back within the limit', () => {
    assert.equal(refusedKey(padded(2048, '/')), 'payto.too_long');
  });
});

describe('two spellings of one account', () => {
  const pairs: readonly (readonly [string, string])[] = [
    [IBAN, 'PAYTO://IBAN/sogedeffxxx/de75512108001245126199/?amount=EUR:1'],
    [IBAN, 'payto://iban/%44E75512108001245126199'],
    ['payto://bic/SOGEDEFF', 'payto://bic/sogedeffxxx'],
    ['payto://upi/a@ybl', 'payto://UPI/A@YBL/'],
    ['payto://pix/alice%40example.com', 'payto://pix/Alice@Example.COM'],
    ['payto://pix/12abc34501de35', 'payto://pix/12ABC34501DE35'],
    [
      'payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1',
      'payto://eth/0x84af3d5824f0390b9510440b6abb5cc02bb68ea1@1',
    ],
    ['payto://x-taler-bank/bank.taler.net/alice', 'payto://x-taler-bank/BANK.taler.net/alice/'],
    ['payto://void', 'payto://void/'],
    ['payto://nano/%6eano_1', 'payto://nano/nano_1/'],
  ];
  for (const [one, other] of pairs) {
    it(`${one} and ${other} compare equal`, () => {
      assert.equal(accepted(one).normalized, accepted(other).normalized);
    });
  }

  it('keeps apart what only looks alike', () => {
    const distinct = [
      'payto://ilp/g.acme.bob',
      'payto://ilp/g.acme.Bob',
      'payto://x-taler-bank/bank.taler.net/alice',
      'payto://x-taler-bank/bank.taler.net/Alice',
      'payto://bic/SOGEDEFF',
      'payto://bic/SOGEDEFF123',
      'payto://ach/122000661/1234',
      'payto://ach/122000661/01234',
      'payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1',
      'payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1@137',
      'payto://gb-scan/601613/31926819',
      'payto://iban/GB29NWBK60161331926819',
      'payto://void/a/b',
      'payto://void/a%2Fb',
      'payto://foo//x',
      'payto://foo/x',
    ].map((uri) => accepted(uri).normalized);
    assert.equal(new Set(distinct).size, distinct.length);
  });
});
