import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hundredthsOf, isIban, withQuery } from './read-fields.ts';

test('an amount is read to the hundredth, and what is none is not', () => {
  assert.deepEqual(['12', '12.3', '12.34', '0.01'].map(hundredthsOf), [1200n, 1230n, 1234n, 1n]);
  for (const text of ['0', '0.00', '-1', '1.234', '1,2', '1e3', ' 1', '', 12])
    assert.equal(hundredthsOf(text), undefined);
});

test('an IBAN is written in capitals without spaces', () => {
  assert.ok(isIban('DE75512108001245126199'));
  assert.ok(!isIban('de75512108001245126199'));
  assert.ok(!isIban('DE75 5121 0800 1245 1261 99'));
});

test('an address keeps its own query', () => {
  assert.equal(withQuery('https://a.example/b?c=d', { state: 'x y' }), 'https://a.example/b?c=d&state=x+y');
});
