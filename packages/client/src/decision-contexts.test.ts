import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf, createDecisionContexts } from './decision-contexts.ts';
import { SMALL_REQUEST } from './testing/small-snapshot.ts';

test('a context says the operation, the country and the institution if there is one', () => {
  assert.deepEqual(contextOf(SMALL_REQUEST), { operation: 'banking.pis.single', country: 'DE' });
  const payer = { country: 'FR', institution: 'ins_bank0001' };
  assert.deepEqual(contextOf({ ...SMALL_REQUEST, payer }), { operation: 'banking.pis.single', ...payer });
});

test('the context of a payout is its payee, for whom it was decided', () => {
  const request = { ...SMALL_REQUEST, operation: 'banking.payouts', payee: { country: 'PL' } } as const;
  assert.deepEqual(contextOf(request), { operation: 'banking.payouts', country: 'PL' });
});

test('the oldest is forgotten when there are too many', () => {
  const contexts = createDecisionContexts(2);
  contexts.remember('dec_a', SMALL_REQUEST);
  contexts.remember('dec_b', SMALL_REQUEST);
  contexts.remember('dec_a', SMALL_REQUEST);
  contexts.remember('dec_c', SMALL_REQUEST);
  assert.equal(contexts.find('dec_b'), undefined);
  assert(contexts.find('dec_a') !== undefined);
  assert(contexts.find('dec_c') !== undefined);
});
