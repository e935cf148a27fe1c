import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { truelayerCredentials } from './credentials.ts';
import { truelayerRail } from './index.ts';

test('the listing asks for what the adapter takes, and agrees on what is secret', () => {
  const listed = loadCatalogue().find(({ id }) => id === 'truelayer')?.credentials ?? [];
  assert.deepEqual(
    listed.map(({ key }) => key),
    Object.keys(truelayerCredentials.shape),
  );
  assert.deepEqual(
    listed.filter(({ secret }) => secret).map(({ key }) => key),
    truelayerRail.secretKeys,
  );
});

test('a signing key on another curve, a public one or no key at all is refused', () => {
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp521r1' });
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const field = truelayerCredentials.shape.signing_private_key;
  assert.ok(field.safeParse(privateKey.export(pem)).success);
  assert.ok(!field.safeParse(other.export(pem)).success);
  assert.ok(!field.safeParse(publicKey.export({ type: 'spki', format: 'pem' })).success);
  assert.ok(!field.safeParse('not a key').success);
});

test('a base URL ends without a slash and is http or https', () => {
  const field = truelayerCredentials.shape.api_base_url;
  assert.ok(field.safeParse('https://api.truelayer-sandbox.com').success);
  assert.ok(field.safeParse('http://127.0.0.1:4401/truelayer').success);
  for (const wrong of ['https://api.truelayer.com/', 'ftp://api.truelayer.com', 'api.truelayer.com'])
    assert.ok(!field.safeParse(wrong).success, wrong);
});
