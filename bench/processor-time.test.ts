import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorSeconds, readProcessorSeconds } from './processor-time.ts';

test('user and system time are added, whatever the process is called', () => {
  const stat = '7 (a) b (c) R 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 11 0 12345 1 2';
  assert.equal(readProcessorSeconds(stat), 3);
});

test('children that have ended are added where they are asked for', () => {
  const stat = '7 (a) R 1 7 7 0 -1 4194304 100 0 0 0 250 50 30 20 20 0 11 0 12345 1 2';
  assert.equal(readProcessorSeconds(stat, [11, 12, 13, 14]), 3.5);
});

test('nothing is said of a process that is not there', () => {
  assert.equal(processorSeconds(2 ** 30), undefined);
});
