import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parsePayto } from './index.ts';

interface MaskRow {
  readonly scheme: string;
  readonly example: string;
  readonly masked: string;
}

const { masks } = JSON.parse(readFileSync(new URL('../vectors/masks.json', import.meta.url), 'utf8')) as {
  readonly masks: readonly MaskRow[];
};

function maskOf(uri: string): string {
  const result = parsePayto(uri);
  assert(result.ok, uri);
  return result.address.masked;
}

/** The rows of the table are titled in prose; this is the address each of them is about. */
function uriOf({ scheme, example }: MaskRow): string {
  if (scheme === 'void') return 'payto://void';
  if (scheme === 'unknown scheme') return `payto://${example}`;
  if (scheme === 'payment pointer / wallet address') return `payto://wallet/${example}`;
  return `payto://${scheme.split(' ')[0]}/${example}`;
}

describe('the table of masks', () => {
  for (const row of masks) {
    // The last row gives a rule and then a better one, which is the one that holds.
    const masked = row.masked.split(': ').at(-1);
    it(`masks ${row.scheme} as ${masked}`, () => assert.equal(maskOf(uriOf(row)), masked));
  }
});

describe('masks the table does not show', () => {
  const cases: readonly (readonly [fact: string, uri: string, masked: string])[] = [
    ['shows four digits of an eight-digit US account', 'payto://ach/122000661/12345678', '****5678'],
    ['shows two digits of a seven-digit US account', 'payto://ach/122000661/1234567', '****67'],
    ['shows nothing of a two-digit US account', 'payto://ach/122000661/12', '****'],
    ['shows nothing of a three-digit Australian account', 'payto://au-bsb/062000/123', '****'],
    [
      'shows nothing of a two-character Taler account',
      'payto://x-taler-bank/bank.example/44',
      'bank.example/***',
    ],
    ['hides the path of a Taler bank', 'payto://x-taler-bank/bank.example/eu/alice', 'bank.example/***ce'],
    ['shows one part of an ILP address with two', 'payto://ilp/g.alice', 'g.***'],
    ['hides every later part of an ILP address', 'payto://ilp/g.acme.bob.savings', 'g.acme.***'],
    [
      'leaves the chain out for Ethereum',
      'payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1@1',
      '0x84af...8ea1',
    ],
    ['masks an Interac phone', 'payto://ca-interac/+14165550123', '+1****0123'],
    ['shows two digits of a short national number', 'payto://ca-interac/+3545812345', '+354****45'],
    ['shows the end of a long unknown account', 'payto://nano/nano_12345678', '****5678'],
    ['shows nothing of a short unknown account', 'payto://cashme/1234567', '****'],
    ['shows nothing of an unknown type without a path', 'payto://a', '****'],
    ['ignores a trailing slash of an unknown type', 'payto://nano/nano_12345678/', '****5678'],
    [
      'shows the host of a wallet URL',
      'payto://wallet/https:%2F%2Fwallet.example%2Falice',
      'https://wallet.example/***',
    ],
    ['takes an at sign before digits for no e-mail', 'payto://foo/x@1234567890', '****7890'],
    [
      'never splits a character in two',
      'payto://foo/%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80abcd%F0%9F%98%80',
      '****bcd\u{1F600}',
    ],
  ];
  for (const [fact, uri, masked] of cases) it(fact, () => assert.equal(maskOf(uri), masked));
});
