import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { KEY_BYTES, open, type Place, seal } from './sealing.ts';

const place: Place = { environmentId: 'env_a', table: 't', column: 'c', row: 'r', keyVersion: 1 };
const key = randomBytes(KEY_BYTES);

test('what was sealed opens again, with the key as bytes or as an object', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const sealed = seal(randomBytes, createSecretKey(key), place, Buffer.from(bytes));
      assert.deepEqual(open(key, place, sealed), Buffer.from(bytes));
    }),
  );
});

test('a sealed value opens with no byte changed, in no other place and under no other key', () => {
  const sealed = seal(randomBytes, key, place, Buffer.from('Ada Lovelace'));
  for (let at = 0; at < sealed.length; at += 1) {
    const broken = Buffer.from(sealed);
    broken[at] = (broken[at] ?? 0) ^ 1;
    assert.throws(() => open(key, place, broken), `byte ${at}`);
  }
  assert.throws(() => open(key, { ...place, row: 's' }, sealed));
  assert.throws(() => open(randomBytes(KEY_BYTES), place, sealed));
  assert.throws(() => open(key, place, sealed.subarray(0, 20)));
});

test('the same text sealed twice is not the same bytes', () => {
  const plain = Buffer.from('Ada Lovelace');
  assert.notDeepEqual(seal(randomBytes, key, place, plain), seal(randomBytes, key, place, plain));
});
