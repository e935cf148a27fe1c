import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, test } from 'node:test';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { startSimulator } from '../../start-simulator.ts';
import { createEnableBanking } from './create-enable-banking.ts';

const simulator = await startSimulator({ providers: [createEnableBanking], seed: 1 });
after(() => simulator.stop());
const root = `${simulator.baseUrl}/enable-banking`;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const now = Math.floor(Date.now() / 1000);
const CLAIMS = { iss: 'enablebanking.com', aud: 'api.enablebanking.com', iat: now, exp: now + 3600 };

async function register(body: unknown) {
  const answer = await fetch(`${root}/__dashboard`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { readonly app_id: string } };
}

function token(
  kid: string,
  claims: JWTPayload = CLAIMS,
  key: KeyObject = privateKey,
  typ = 'JWT',
  alg = 'RS256',
) {
  return new SignJWT(claims).setProtectedHeader({ typ, alg, kid }).sign(key);
}

async function statusWith(authorization: string | undefined): Promise<number> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return (await fetch(`${root}/aspsps`, { headers })).status;
}

test('a registered application is let in by a token of its key, under the id it wants to keep', async () => {
  const { body } = await register({ certificate });
  assert.equal(await statusWith(`Bearer ${await token(body.app_id)}`), 200);
  await register({ certificate, app_id: 'kept' });
  assert.equal(await statusWith(`Bearer ${await token('kept')}`), 200);
});

test('tokens that the provider would not take are not taken', async () => {
  await register({ certificate, app_id: 'app' });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const bad = [
    undefined,
    'Basic YTpi',
    'Bearer nonsense',
    `Bearer ${await token('nobody')}`,
    `Bearer ${await token('app', CLAIMS, other)}`,
    `Bearer ${await token('app', CLAIMS, privateKey, 'JWT', 'PS256')}`,
    `Bearer ${await token('app', CLAIMS, privateKey, 'other')}`,
    `Bearer ${await token('app', { ...CLAIMS, iss: 'somebody' })}`,
    `Bearer ${await token('app', { ...CLAIMS, aud: 'api.tilisy.example' })}`,
    `Bearer ${await token('app', { ...CLAIMS, iat: now - 7200, exp: now - 3600 })}`,
    `Bearer ${await token('app', { ...CLAIMS, exp: now + 86_401 })}`,
    `Bearer ${new UnsecuredJWT(CLAIMS).encode()}`,
  ];
  for (const authorization of bad)
    assert.equal(await statusWith(authorization), 401, authorization ?? 'no header');
});

test('what is no RSA key or certificate cannot be registered', async () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  for (const wrong of [undefined, 'x', ec.export({ type: 'spki', format: 'pem' })])
    assert.equal((await register({ certificate: wrong })).status, 422);
});
