import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateAfterFirstSecond } from './pgbench.ts';

test('the first second does not count', () => {
  const text = [
    'progress: 1.0 s, 10.0 tps, lat 6.2 ms stddev 1.0, 0 failed',
    'progress: 2.0 s, 95.0 tps, lat 6.2 ms stddev 1.0, 0 failed',
    'number of transactions actually processed: 210',
    'number of failed transactions: 0 (0.000%)',
    'tps = 70.000000 (without initial connection time)',
  ].join('\n');
  // 210 at 70 a second are three seconds; 200 of them in the last two.
  assert.equal(rateAfterFirstSecond(text), 100);
});

test('a report without what we look for is an error', () => {
  assert.throws(() => rateAfterFirstSecond('tps = 5'), /otherwise than expected/);
});
