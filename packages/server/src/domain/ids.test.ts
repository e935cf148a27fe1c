import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { idFromUuid } from './ids.ts';

test('an id has its prefix and 22 base62 characters', () => {
  assert.match(idFromUuid('cus_', randomUUIDv7()), /^cus_[0-9A-Za-z]{22}$/);
});

test('ids sort as the UUIDs they are made from', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), fc.uuid({ version: 7 }), (a, b) => {
      const [x, y] = [idFromUuid('evt_', a), idFromUuid('evt_', b)];
      assert.equal(x < y, a < b);
      assert.equal(x === y, a === b);
    }),
  );
});
