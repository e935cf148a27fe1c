import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadOf } from './statistics.ts';

test('the median of an odd number of values is the one in the middle, whatever their order', () => {
  assert.deepEqual(spreadOf([9, 1, 10]), { median: 9, min: 1, max: 10 });
});

test('the median of an even number of values lies between the two in the middle', () => {
  assert.deepEqual(spreadOf([4, 1, 100, 2]), { median: 3, min: 1, max: 100 });
});

test('refuses to summarise nothing', () => {
  assert.throws(() => spreadOf([]), RangeError);
});
