import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deriveKey } from './derived-key.ts';

test('a derived key is a version 4 UUID, the same for the same call and another for another', () => {
  fc.assert(
    fc.property(fc.uuid(), (key) => {
      const derived = deriveKey(key, 'cancel');
      assert.match(derived, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(derived, deriveKey(key, 'cancel'));
      assert.notEqual(derived, deriveKey(key, 'authorization-flow'));
      assert.notEqual(derived, key);
    }),
  );
});
