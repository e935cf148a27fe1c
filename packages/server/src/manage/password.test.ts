import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './password.ts';

const pepper = randomBytes(32);

test('a password fits its own hash and no other, and only under its pepper', async () => {
  const hash = await hashPassword(pepper, 'a long sentence');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword(pepper, hash, 'a long sentence'), true);
  assert.equal(await verifyPassword(pepper, hash, 'a long sentencf'), false);
  assert.equal(await verifyPassword(randomBytes(32), hash, 'a long sentence'), false);
});

test('the same password twice has two hashes', async () => {
  assert.notEqual(await hashPassword(pepper, 'same'), await hashPassword(pepper, 'same'));
});

test('an accent may be typed either way', async () => {
  const hash = await hashPassword(pepper, 'caf\u00e9 au lait');
  assert.equal(await verifyPassword(pepper, hash, 'cafe\u0301 au lait'), true);
});

test('a hash with other parameters is verified by its own', async () => {
  const weaker = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  assert.equal(await verifyPassword(pepper, weaker, 'x'), false);
});

test('nobody has no password that fits', async () => {
  assert.equal(await verifyPassword(pepper, undefined, 'x'), false);
});
