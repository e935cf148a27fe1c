import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mulDiv } from './mul-div.ts';

test('the named rounding decides what happens to a remainder', () => {
  assert.equal(mulDiv(7n, 1n, 2n, 'down'), 3n);
  assert.equal(mulDiv(7n, 1n, 2n, 'up'), 4n);
  assert.equal(mulDiv(7n, 1n, 2n, 'half-even'), 4n);
  assert.equal(mulDiv(5n, 1n, 2n, 'half-even'), 2n);
  assert.equal(mulDiv(10n, 1n, 3n, 'half-even'), 3n);
  assert.equal(mulDiv(11n, 1n, 3n, 'half-even'), 4n);
});

test('an exact division is the same under every rounding', () => {
  for (const rounding of ['up', 'down', 'half-even'] as const)
    assert.equal(mulDiv(6n, 5n, 3n, rounding), 10n);
});

test('refuses a denominator that is not positive and anything negative', () => {
  assert.throws(() => mulDiv(1n, 1n, 0n, 'up'), /denominator/);
  assert.throws(() => mulDiv(1n, 1n, -1n, 'up'), /denominator/);
  assert.throws(() => mulDiv(-1n, 1n, 1n, 'up'), /not negative/);
  assert.throws(() => mulDiv(1n, -1n, 1n, 'up'), /not negative/);
});
