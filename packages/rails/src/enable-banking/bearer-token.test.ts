import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { jwtVerify } from 'jose';
import { createBearerToken } from './bearer-token.ts';
import { enableBankingCredentials } from './credentials.ts';
import { formatInstitutionRef, parseInstitutionRef } from './institution-ref.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const NOW_MS = Date.UTC(2026, 10, 15);

test('a token verifies with an independent implementation, and has what the provider wants in it', async () => {
  const token = createBearerToken({ applicationId: 'app', privateKey: pem }, () => NOW_MS)();
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, { currentDate: new Date(NOW_MS) });
  assert.deepEqual(protectedHeader, { typ: 'JWT', alg: 'RS256', kid: 'app' });
  const iat = NOW_MS / 1000;
  assert.deepEqual(payload, { iss: 'enablebanking.com', aud: 'api.enablebanking.com', iat, exp: iat + 300 });
});

test('a key that cannot sign is refused with the credentials, not at the first call', () => {
  const sound = { api_url: 'https://api.enablebanking.com', application_id: 'app', private_key: pem };
  assert.ok(enableBankingCredentials.safeParse(sound).success);
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  for (const private_key of ['', 'no key', ec.export({ type: 'pkcs8', format: 'pem' }).toString()])
    assert.ok(!enableBankingCredentials.safeParse({ ...sound, private_key }).success);
  assert.ok(!enableBankingCredentials.safeParse({ ...sound, api_url: 'ftp://api.example' }).success);
});

test('a bank’s reference is its country and its name, whatever the name', () => {
  for (const name of ['Nordea', 'A | B', 'Société Générale', 'x\ny'])
    assert.deepEqual(parseInstitutionRef(formatInstitutionRef({ country: 'FI', name })), {
      country: 'FI',
      name,
    });
  for (const ref of ['', 'FI|', 'fi|Nordea', 'Nordea']) assert.equal(parseInstitutionRef(ref), undefined);
});
