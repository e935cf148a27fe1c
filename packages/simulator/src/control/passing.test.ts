import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPassing } from './passing.ts';

const all = () => true;

test('is over after its time, and says when', () => {
  let nowMs = 0;
  const passing = createPassing(() => nowMs);
  assert.deepEqual(passing.add({ provider: 'bank', forMs: 1_000 }), {
    provider: 'bank',
    forMs: 1_000,
    endsAt: '1970-01-01T00:00:01.000Z',
  });
  passing.add({ provider: 'other' });
  nowMs = 999;
  assert.equal(passing.take(all)?.provider, 'bank');
  nowMs = 1_000;
  assert.equal(passing.take(all)?.provider, 'other');
  assert.deepEqual(passing.list(), [{ provider: 'other' }]);
});

test('is over after its uses, if its time is not over sooner', () => {
  let nowMs = 0;
  const passing = createPassing(() => nowMs);
  passing.add({ provider: 'bank', times: 2, forMs: 1_000 });
  assert.equal(passing.take(all)?.times, 2);
  assert.equal(passing.list()[0]?.times, 1);
  assert.equal(passing.take(all)?.times, 1);
  assert.equal(passing.take(all), undefined);
  passing.add({ provider: 'bank', times: 2, forMs: 1_000 });
  nowMs = 1_000;
  assert.equal(passing.take(all), undefined);
});

test('clears all, or those of a provider, or of them those about a path', () => {
  const passing = createPassing(() => 0);
  const fill = () => {
    passing.clear();
    for (const path of ['/1', '/137', undefined]) passing.add({ provider: 'chain', path });
    passing.add({ provider: 'bank' });
  };
  const left = () => passing.list().map(({ provider, path }) => `${provider}${path ?? ''}`);
  fill();
  passing.clear('chain', '/1');
  assert.deepEqual(left(), ['chain/137', 'bank']);
  fill();
  passing.clear('chain');
  assert.deepEqual(left(), ['bank']);
  passing.clear();
  assert.deepEqual(left(), []);
});
