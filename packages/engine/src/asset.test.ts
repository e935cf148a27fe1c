import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSET_PATTERN, parseAsset } from './asset.ts';

test('a currency is read with its minor units', () => {
  assert.deepEqual(parseAsset('iso4217:JPY'), {
    ok: true,
    value: { kind: 'iso4217', code: 'JPY', minorUnits: 0 },
  });
});

test('a token is read into the parts of its CAIP-19 id', () => {
  assert.deepEqual(parseAsset('eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'), {
    ok: true,
    value: {
      kind: 'caip19',
      chainId: 'eip155:8453',
      namespace: 'erc20',
      reference: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    },
  });
});

test('a well-formed code that is not active is told apart from a malformed asset', () => {
  for (const asset of ['iso4217:BGN', 'iso4217:XXX', 'iso4217:XAU', 'iso4217:ZZZ']) {
    assert.deepEqual(parseAsset(asset), { ok: false, error: 'inactive_currency' }, asset);
  }
  for (const asset of [
    '',
    'EUR',
    'iso4217:',
    'iso4217:eur',
    'iso4217:EURO',
    'iso4217:EUR ',
    'ISO4217:EUR',
    'iso4217:EUR\n',
  ]) {
    assert.deepEqual(parseAsset(asset), { ok: false, error: 'malformed_asset' }, asset);
  }
});

test('iso4217 is never a chain', () => {
  assert.deepEqual(parseAsset('iso4217:EUR/slip44:60'), { ok: false, error: 'malformed_asset' });
});

test('the pattern takes what the parser takes and is anchored at both ends', () => {
  const pattern = new RegExp(ASSET_PATTERN);
  for (const asset of ['iso4217:EUR', 'eip155:1/slip44:60', 'eip155:1/erc1155:0x28/0']) {
    assert.ok(pattern.test(asset) && parseAsset(asset).ok, asset);
  }
  for (const asset of ['xiso4217:EUR', 'iso4217:EURO', 'eip155:1/slip44:60/', 'eip155:1/slip44:60 ']) {
    assert.equal(pattern.test(asset), false, asset);
  }
});
