import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sha256Hex } from './sha-256.ts';

test('agrees with the platform on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      assert.equal(sha256Hex(text), createHash('sha256').update(text, 'utf8').digest('hex'));
    }),
    { numRuns: 500 },
  );
});

test('agrees with the platform at every length around the block borders', () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = 'x'.repeat(length);
    assert.equal(sha256Hex(text), createHash('sha256').update(text).digest('hex'), `length ${length}`);
  }
});
