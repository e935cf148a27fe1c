import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { formatApiKey, isApiKeyText, isUsable, SECRET_CHARS } from './api-key.ts';

const text = formatApiKey('test', randomBytes(SECRET_CHARS));

test('a key is sy_, its environment, _sk_, 30 characters of secret and 6 of checksum', () => {
  assert.match(text, /^sy_test_sk_[0-9A-Za-z]{36}$/);
  assert.match(formatApiKey('live', randomBytes(SECRET_CHARS)), /^sy_live_sk_[0-9A-Za-z]{36}$/);
  assert.equal(isApiKeyText(text), true);
});

test('a key with any one character changed is not a key', () => {
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === '0' ? '1' : '0';
    assert.equal(isApiKeyText(text.slice(0, at) + other + text.slice(at + 1)), false, `character ${at}`);
  }
});

test('a cut or lengthened key is not a key', () => {
  assert.equal(isApiKeyText(text.slice(0, -1)), false);
  assert.equal(isApiKeyText(`${text}0`), false);
  assert.equal(isApiKeyText(`${text}\n`), false);
});

test('a key is usable until the moment it expires or is revoked', () => {
  const at = new Date('2026-01-01T00:00:00Z');
  const before = new Date(at.getTime() - 1);
  const key = {
    id: 'key_1',
    environmentId: 'env_1',
    organisationId: 'org_1',
    mode: 'test',
    scopes: ['full'],
    apiVersion: '2026-10-08',
    allowedAddresses: [],
  } as const;
  assert.equal(isUsable(key, at.getTime()), true);
  for (const ended of [{ expiresAt: at }, { revokedAt: at }]) {
    assert.equal(isUsable({ ...key, ...ended }, before.getTime()), true);
    assert.equal(isUsable({ ...key, ...ended }, at.getTime()), false);
  }
});
