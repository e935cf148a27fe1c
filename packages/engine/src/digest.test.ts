import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIGEST_PATTERN, digestOf } from './digest.ts';

test('a digest names its hash and covers the canonical JSON', () => {
  // printf '%s' '{"a":"1","b":["2"]}' | sha256sum
  assert.equal(
    digestOf({ b: ['2'], a: '1' }),
    'sha256:3d49a4bc3b17c3bf1459002259eabd3147e2afe000eaada72d47237f43c68d1d',
  );
  assert.match(digestOf(null), new RegExp(DIGEST_PATTERN));
});

test('an absent member and an undefined one have the same digest, another value has another', () => {
  assert.equal(digestOf({ a: '1', fx: undefined }), digestOf({ a: '1' }));
  assert.notEqual(digestOf({ a: '1' }), digestOf({ a: 1 }));
});
