import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReturnUri, type ReturnRule } from './return-uri.ts';

const returnOrigins = [
  'https://shop.example',
  'https://pay.example:8443',
  'https://x.example:443',
  'com.shop.app:',
];
const rules: Readonly<Record<'test' | 'live', ReturnRule>> = {
  test: { mode: 'test', channel: 'native', returnOrigins },
  live: { mode: 'live', channel: 'native', returnOrigins },
};

for (const uri of [
  'https://shop.example/',
  'https://shop.example/back?x=1#y',
  'https://SHOP.example:443/',
  'https://pay.example:8443/back',
  'https://x.example/',
  'com.shop.app://back',
]) {
  test(`${uri} is on the list`, () => {
    assert.equal(checkReturnUri(uri, rules.live).ok, true);
  });
}

for (const uri of [
  'https://evil.example/https://shop.example',
  'https://shop.example.evil.example/',
  'https://shop.example:8443/',
  'https://pay.example/',
  'https://www.shop.example/',
  'com.evil.app://back',
  'com.shop.app.evil://back',
]) {
  test(`${uri} is not on the list, and only live minds`, () => {
    const refused = checkReturnUri(uri, rules.live);
    assert.equal(refused.ok ? undefined : refused.error.explanation?.key, 'return_uri.not_allowed');
    assert.equal(checkReturnUri(uri, rules.test).ok, true);
  });
}

test('an empty list admits nobody to live', () => {
  assert.equal(checkReturnUri('https://shop.example/', { ...rules.live, returnOrigins: [] }).ok, false);
});

test('what no list can admit is refused as before', () => {
  for (const uri of ['http://shop.example/', 'http://localhost/']) {
    const refused = checkReturnUri(uri, rules.live);
    assert.equal(refused.ok ? undefined : refused.error.explanation?.key, 'input.uri_scheme');
  }
});
