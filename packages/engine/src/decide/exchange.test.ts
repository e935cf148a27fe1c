import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExchange } from './exchange.ts';

const rate = (
  from: string,
  to: string,
  numerator: number | string,
  denominator: number | string,
  asOf = '1',
) => ({
  from,
  to,
  numerator: String(numerator),
  denominator: String(denominator),
  asOf,
});

test('a rate is taken as listed, turned round, or through one common asset', () => {
  const exchange = createExchange([rate('a', 'b', 3, 2), rate('b', 'c', 5, 1)]);
  assert.deepEqual(exchange('a', 'a'), { numerator: 1n, denominator: 1n });
  assert.deepEqual(exchange('a', 'b'), { numerator: 3n, denominator: 2n });
  assert.deepEqual(exchange('b', 'a'), { numerator: 2n, denominator: 3n });
  assert.deepEqual(exchange('a', 'c'), { numerator: 15n, denominator: 2n });
  assert.deepEqual(exchange('c', 'a'), { numerator: 2n, denominator: 15n });
});

test('two common assets in a row are not a way', () => {
  const exchange = createExchange([rate('a', 'b', 1, 1), rate('b', 'c', 1, 1), rate('c', 'd', 1, 1)]);
  assert.equal(exchange('a', 'd'), undefined);
});

test('a listed rate wins over a turned one, and both over a way through a third', () => {
  const exchange = createExchange([
    rate('a', 'b', 2, 1),
    rate('b', 'a', 9, 1),
    rate('a', 'x', 1, 1),
    rate('x', 'b', 7, 1),
  ]);
  assert.deepEqual(exchange('a', 'b'), { numerator: 2n, denominator: 1n });
  assert.deepEqual(exchange('b', 'a'), { numerator: 9n, denominator: 1n });
});

test('of several third assets the first by name is taken, and of several rates the latest', () => {
  const through = createExchange([
    rate('a', 'y', 1, 1),
    rate('y', 'b', 2, 1),
    rate('a', 'x', 1, 1),
    rate('x', 'b', 3, 1),
  ]);
  assert.deepEqual(through('a', 'b'), { numerator: 3n, denominator: 1n });
  const twice = createExchange([rate('a', 'b', 1, 1, '2026-01-01'), rate('a', 'b', 2, 1, '2026-02-01')]);
  assert.deepEqual(twice('a', 'b'), { numerator: 2n, denominator: 1n });
});

test('a rate of nothing, or one nobody can read, is no rate', () => {
  const exchange = createExchange([rate('a', 'b', 0, 1), rate('a', 'c', 1, 0), rate('a', 'd', 'x', 1)]);
  for (const to of ['b', 'c', 'd']) {
    assert.equal(exchange('a', to), undefined);
    assert.equal(exchange(to, 'a'), undefined);
  }
});
