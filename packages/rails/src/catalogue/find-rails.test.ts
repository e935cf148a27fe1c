import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from './catalogue.ts';
import { findRails } from './find-rails.ts';

const catalogue = loadCatalogue();

test('without a filter every rail is found', () => {
  assert.deepEqual(findRails(catalogue, {}), catalogue);
});

test('a country finds the rails that name it, in the order of their ids', () => {
  assert.deepEqual(
    findRails(catalogue, { country: 'NZ' }).map(({ id }) => id),
    ['airwallex', 'akahu', 'gocardless', 'modern-treasury', 'stripe-identity'],
  );
  assert.deepEqual(findRails(catalogue, { country: 'AQ' }), []);
});

test('a rail that names no country is found only without the filter', () => {
  assert.ok(findRails(catalogue, {}).some(({ id }) => id === 'bitcoin'));
  assert.equal(
    findRails(catalogue, { country: 'GB' }).some(({ countries }) => countries.length === 0),
    false,
  );
});

test('a status finds only listings with that status, together with a country if both are given', () => {
  const mixed = catalogue.map((rail) => ({
    ...rail,
    status: rail.id === 'akahu' ? ('integrated' as const) : ('listed' as const),
  }));
  assert.deepEqual(
    findRails(mixed, { status: 'integrated' }).map(({ id }) => id),
    ['akahu'],
  );
  assert.deepEqual(findRails(mixed, { status: 'integrated', country: 'GB' }), []);
  assert.equal(findRails(mixed, { status: 'listed' }).length, catalogue.length - 1);
});
