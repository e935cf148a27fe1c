import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandomPool } from './random-pool.ts';

test('no bytes are given twice, across many blocks', () => {
  const random = createRandomPool();
  const taken = Array.from({ length: 2_000 }, (_, index) =>
    random(index % 2 === 0 ? 12 : 32).toString('hex'),
  );
  assert.equal(new Set(taken).size, taken.length);
  for (const text of taken) assert.doesNotMatch(text, /^0+$/);
});

test('what was taken stays as it is while more is taken', () => {
  const random = createRandomPool();
  const first = random(32);
  const copy = Buffer.from(first);
  for (let i = 0; i < 1_000; i += 1) random(32);
  assert.deepEqual(first, copy);
});
