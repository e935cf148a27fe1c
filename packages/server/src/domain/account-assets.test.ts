import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isActiveCurrency, parseAsset } from '@switchyard/engine';
import { PAYTO_SCHEMES, parsePayto } from '@switchyard/payto';
import { assetsOf, currencies } from './account-assets.ts';

const assetsFor = (uri: string) => {
  const parsed = parsePayto(uri);
  assert.ok(parsed.ok, uri);
  return assetsOf(parsed.address);
};

const cases: readonly [uri: string, assets: readonly string[]][] = [
  ['payto://iban/DE75512108001245126199', ['iso4217:EUR']],
  ['payto://iban/GB33BUKB20201555555555', ['iso4217:GBP', 'iso4217:EUR']],
  ['payto://gb-scan/089999/66374958', ['iso4217:GBP']],
  ['payto://ach/122000661/1234', ['iso4217:USD']],
  ['payto://upi/alice@okhdfcbank', ['iso4217:INR']],
  ['payto://eth/0x84af3D5824F0390b9510440B6ABB5CC02BB68ea1@11155111', ['eip155:11155111/slip44:60']],
  [
    'payto://bitcoin/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ['bip122:000000000019d6689c085ae165831e93/slip44:0'],
  ],
  ['payto://void', []],
  ['payto://lightning/user%40wallet.example.com', []],
];

for (const [uri, assets] of cases) {
  test(`an account at ${uri.split('/').slice(2, 4).join('/').slice(0, 24)}… can take ${assets.join(' and ') || 'nothing known'}`, () => {
    assert.deepEqual(assetsFor(uri), assets);
  });
}

test('every asset told is one the engine can parse', () => {
  for (const [, assets] of cases) for (const asset of assets) assert.ok(parseAsset(asset).ok, asset);
});

test('every currency in the tables is active', () => {
  for (const currency of currencies()) assert.ok(isActiveCurrency(currency), currency);
});

test('every modelled scheme is either in the table or known to hold no money of its own', () => {
  const without = ['bic', 'ilp', 'void', 'x-taler-bank'];
  const told = ['iban', 'eth', 'bitcoin', 'ach', 'upi', 'pix', 'gb-scan', 'mx-clabe', 'au-bsb', 'ca-interac'];
  assert.deepEqual([...PAYTO_SCHEMES].sort(), [...without, ...told].sort());
});
