import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_MS, sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { lookBackAt, nextLookBackMs, reversibleUntil } from './late-returns.ts';
import type { PaymentLeg } from './payment.ts';

const DAY_MS = 24 * 60 * 60_000;
const settled = (told: Partial<PaymentLeg> = {}) => ({
  ...sampleLeg({ scheme: 'sepa-sct', status: 'settled', work: { memo: {} } }),
  ...told,
});
const succeeded = (leg: PaymentLeg) => samplePayment([leg], { status: 'succeeded' });

test('a leg of a scheme that takes money back can come back for so long after it settled, and no other', () => {
  assert.deepEqual(reversibleUntil(settled()), new Date(SAMPLE_MS + 16 * DAY_MS));
  assert.equal(reversibleUntil(settled({ status: 'submitted' })), undefined);
  assert.equal(reversibleUntil(settled({ scheme: 'sepa-sct-inst' })), undefined);
});

test('a payment that has succeeded is looked at a few times, the last time when nothing can come back any more', () => {
  const looks: number[] = [];
  for (let nowMs: number | undefined = SAMPLE_MS; nowMs !== undefined; ) {
    nowMs = nextLookBackMs(succeeded(settled()), nowMs);
    if (nowMs !== undefined) looks.push(nowMs - SAMPLE_MS);
  }
  assert.deepEqual(looks, [60_000, 60 * 60_000, DAY_MS, 4 * DAY_MS, 16 * DAY_MS]);
});

test('nothing is looked for where nothing can come back', () => {
  assert.equal(nextLookBackMs(succeeded(settled({ scheme: 'gb-fps' })), SAMPLE_MS), undefined);
  assert.equal(nextLookBackMs(succeeded(settled({ status: 'returned' })), SAMPLE_MS), undefined);
  assert.equal(nextLookBackMs(samplePayment([settled()]), SAMPLE_MS), undefined);
});

test('of a route the leg is looked at that brought the money to the payee', () => {
  const last = settled({ id: 'leg_2', sequence: 2 });
  assert.equal(lookBackAt(samplePayment([settled(), last], { status: 'succeeded' })), last);
});
