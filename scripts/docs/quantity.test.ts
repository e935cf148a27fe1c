import assert from 'node:assert/strict';
import { it } from 'node:test';
import { duration, quantity } from './quantity.ts';

it('reads the unit from the end of the name', () => {
  assert.equal(quantity('bodyBytesMax', 262_144), '256 KiB');
  assert.equal(quantity('headersTimeoutMs', 10_000), '10 s');
  assert.equal(quantity('LATENCY_MS_MAX', 2_592_000_000), '30 days');
  assert.equal(quantity('connectionsMax', 2_000), '2,000');
  assert.equal(quantity('METADATA_KEYS_MAX', 20), '20');
  assert.equal(quantity('STATISTICS_ITEMS_MAX', 200_000), '200,000');
});

it('takes the largest unit that leaves no rest', () => {
  assert.deepEqual([1, 1_500, 60_000, 90_000, 86_400_000].map(duration), [
    '1 ms',
    '1,500 ms',
    '1 minute',
    '90 s',
    '1 day',
  ]);
});
