import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBelow } from './is-below.ts';

test('a path is below what it begins with in whole segments, itself included', () => {
  for (const root of ['', '/', '/1', '/1/', '/1/x']) assert.ok(isBelow('/1/x', root), root);
  for (const root of ['/1/x/y', '/x', '/1/']) assert.equal(isBelow('/137', root), false, root);
  assert.equal(isBelow('/137', '/1'), false);
  assert.equal(isBelow('/v3/payments-providers/search', '/v3/payments'), false);
});
