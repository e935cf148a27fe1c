import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { base62 } from './base62.ts';
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

test('an id is the number that its UUID is, in base62', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const value = BigInt(`0x${uuid.replaceAll('-', '')}`);
      assert.equal(idFromUuid('evt_', uuid), `evt_${base62(value, 22)}`);
    }),
    { numRuns: 1_000 },
  );
});
