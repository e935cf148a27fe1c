import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedPayment } from '@switchyard/rail-kit';
import { compareWithList, isToBeLookedAt } from './compare-with-list.ts';
import { LEG_TRANSITIONS } from './payment/states.ts';

const receive = { value: '100', asset: 'iso4217:EUR' };
const listed = (standing: ListedPayment['standing'], value = 100n): ListedPayment => ({
  ref: 'r',
  standing,
  providerStatus: standing,
  amount: { value, asset: 'iso4217:EUR' },
});

test('only what cannot both be true differs', () => {
  const differs = (status: keyof typeof LEG_TRANSITIONS) =>
    (['open', 'done', 'refused'] as const).filter(
      (standing) => compareWithList({ status, receive }, listed(standing)) !== undefined,
    );
  assert.deepEqual(differs('settled'), ['refused']);
  assert.deepEqual(differs('failed'), ['open', 'done']);
  assert.deepEqual(differs('cancelled'), ['open', 'done']);
  assert.deepEqual(differs('pending'), ['open', 'done', 'refused']);
  for (const status of [
    'submitting',
    'submitted',
    'unknown',
    'requires_action',
    'review',
    'returned',
  ] as const)
    assert.deepEqual(differs(status), [], status);
});

test('another amount or asset differs in every status, and one that is not told never does', () => {
  for (const status of Object.keys(LEG_TRANSITIONS) as (keyof typeof LEG_TRANSITIONS)[]) {
    assert.equal(compareWithList({ status, receive }, listed('done', 99n)), 'amount_differs');
    const dollars = { ...listed('done'), amount: { value: 100n, asset: 'iso4217:USD' } };
    assert.equal(compareWithList({ status, receive }, dollars), 'amount_differs');
  }
  const { amount: _, ...untold } = listed('done');
  assert.equal(compareWithList({ status: 'settled', receive }, untold), undefined);
});

test('what is open here is looked at, and so is what settled here and not there', () => {
  assert.ok(isToBeLookedAt({ status: 'unknown', receive }, listed('done')));
  assert.ok(isToBeLookedAt({ status: 'settled', receive }, listed('refused')));
  assert.ok(!isToBeLookedAt({ status: 'settled', receive }, listed('done')));
  assert.ok(!isToBeLookedAt({ status: 'review', receive }, listed('done')));
});
