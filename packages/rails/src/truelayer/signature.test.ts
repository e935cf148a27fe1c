import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sign as signWithOracle, verify as verifyWithOracle } from 'truelayer-signing';
import { parseSignature, signMessage, verifyMessage } from './signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp521r1' });
const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const request = {
  method: 'POST',
  path: '/v3/payments',
  headers: { 'Idempotency-Key': '619410b3-b00c-406e-bb1b-2982f97edb8b' },
  body: '{"currency":"GBP","name":"Zoë"}',
};
// The package declares its methods as a `const enum`, which sources that run as they are cannot name.
const oracle = (args: object) => verifyWithOracle(args as Parameters<typeof verifyWithOracle>[0]);

test('what we sign verifies with TrueLayer’s own library, which needs the idempotency key to be signed', () => {
  const signature = signMessage(request, { kid: 'k', key: privateKey });
  oracle({ ...request, signature, publicKeyPem, requiredHeaders: ['Idempotency-Key'] });
  for (const changed of [
    { body: `${request.body} ` },
    { path: '/v3/payouts' },
    { headers: { 'Idempotency-Key': 'another' } },
    { method: 'PUT' },
  ]) {
    assert.throws(
      () => oracle({ ...request, ...changed, signature, publicKeyPem }),
      { name: 'SignatureError' },
      JSON.stringify(changed),
    );
  }
});

test('whatever the body and the headers are, both libraries agree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z0-9-]{1,40}$/), (body, value) => {
      const message = { ...request, body, headers: { 'X-Some': value, 'Idempotency-Key': value } };
      const ours = signMessage(message, { kid: 'k', key: privateKey });
      oracle({ ...message, signature: ours, publicKeyPem });
      const theirs = parseSignature(
        signWithOracle({ kid: 'k', path: message.path, headers: message.headers, body, privateKeyPem }),
      );
      assert.ok(theirs);
      const received = { ...message, headers: { 'x-some': value, 'idempotency-key': value } };
      assert.ok(verifyMessage(received, theirs, publicKey));
      assert.ok(!verifyMessage({ ...received, body: `${body}.` }, theirs, publicKey));
    }),
    { numRuns: 30 },
  );
});

test('a path verifies with and without a slash at its end, and with a query that was not signed', () => {
  const parsed = parseSignature(
    signWithOracle({ kid: 'k', path: '/hooks/a', headers: {}, body: '{}', privateKeyPem }),
  );
  assert.ok(parsed);
  for (const path of ['/hooks/a', '/hooks/a/', '/hooks/a?x=1']) {
    assert.ok(verifyMessage({ method: 'POST', path, headers: {}, body: '{}' }, parsed, publicKey), path);
  }
  assert.ok(!verifyMessage({ method: 'POST', path: '/hooks/b', headers: {}, body: '{}' }, parsed, publicKey));
});

test('a signature of another kind, or none, is not read', () => {
  const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
  const sound = { alg: 'ES512', kid: 'k', tl_version: '2', tl_headers: '' };
  assert.ok(parseSignature(`${header(sound)}..c2ln`));
  for (const text of [
    '',
    '..',
    'a.b.c',
    `${header(sound)}.cGF5bG9hZA.c2ln`,
    `${header({ ...sound, alg: 'none' })}..c2ln`,
    `${header({ ...sound, alg: 'HS512' })}..c2ln`,
    `${header({ ...sound, tl_version: '1' })}..c2ln`,
    `${header({ ...sound, kid: undefined })}..c2ln`,
    `${header(sound)}..c2ln.more`,
  ])
    assert.equal(parseSignature(text), undefined, text);
});
