import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleLeg } from '../../testing/sample-payment.ts';
import { legCost } from './leg-cost.ts';

const GBP = 'iso4217:GBP';
const fees = [
  { name: 'fx', rail: 'wise', amount: { value: '50', asset: GBP } },
  { name: 'rounding', rail: 'wise', amount: { value: '1', asset: GBP } },
  { name: 'fx', rail: 'wise', amount: { value: '7', asset: 'iso4217:EUR' } },
];

test('what a provider took is held against the fees that were quoted in the same asset, without rounding', () => {
  const leg = sampleLeg({ rail: 'wise', fees, charged: { value: '53', asset: GBP } });
  assert.deepEqual(legCost(leg), { rail: 'wise', asset: GBP, quoted: 50n, charged: 53n });
});

test('a provider that does not say what it took is held against nothing', () => {
  assert.equal(legCost(sampleLeg({ fees })), undefined);
});
