import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invariant } from './invariant.ts';

test('a condition that holds passes in silence', () => {
  assert.doesNotThrow(() => invariant(true, 'water is wet.'));
});

test('a condition that does not hold throws its sentence', () => {
  assert.throws(() => invariant(false, 'water is wet.'), { message: 'Invariant broken: water is wet.' });
});
