import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { wiseCredentials } from './credentials.ts';
import { wiseRail } from './index.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const GOOD = {
  api_token: 'token',
  profile_id: '101',
  api_base_url: 'https://api.wise.com',
  webhook_public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};

test('the listing asks for what the adapter takes, and keeps secret what it keeps secret', () => {
  const listed = loadCatalogue().find(({ id }) => id === 'wise')?.credentials ?? [];
  assert.deepEqual(listed.map(({ key }) => key).sort(), Object.keys(wiseCredentials.shape).sort());
  assert.deepEqual(
    listed.filter(({ secret }) => secret).map(({ key }) => key),
    wiseRail.secretKeys,
  );
});

test('good credentials are taken, and each bad one is refused', () => {
  assert.ok(wiseCredentials.safeParse(GOOD).success);
  const curve = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey;
  const bad = [
    { api_token: '' },
    { profile_id: '../1' },
    { profile_id: '007' },
    { api_base_url: 'https://api.wise.com/' },
    { api_base_url: 'file:///etc' },
    { webhook_public_key: 'no key' },
    { webhook_public_key: curve.export({ type: 'spki', format: 'pem' }).toString() },
  ];
  for (const each of bad)
    assert.ok(!wiseCredentials.safeParse({ ...GOOD, ...each }).success, JSON.stringify(each));
});
