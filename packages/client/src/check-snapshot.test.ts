import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSnapshot } from './check-snapshot.ts';
import { type RefusalReason, SnapshotRefused } from './errors.ts';
import { smallSnapshot } from './testing/small-snapshot.ts';

const KEY = 'sy_test_sk_x';
const snapshot = smallSnapshot();

test('takes one as it came, whatever its times and version', () => {
  assert.equal(checkSnapshot(snapshot, KEY), snapshot);
  const later = { ...snapshot, version: 9, generatedAt: '2030-01-01T00:00:00Z' };
  assert.equal(checkSnapshot(later, KEY), later);
});

test('takes one whose members stand in another order', () => {
  const reversed = Object.fromEntries(Object.entries(snapshot).reverse());
  assert.equal(checkSnapshot(reversed, KEY), reversed);
});

test('takes one for an engine that differs in a lesser version', () => {
  const [major] = snapshot.engineVersion.split('.');
  checkSnapshot(smallSnapshot({ engineVersion: `${major}.99.9` }), KEY);
});

test('a key without a marker says nothing of its environment', () => {
  checkSnapshot(smallSnapshot({ environment: 'live' }), 'some-key');
});

for (const [name, value, reason] of [
  ['a snapshot with a changed fee', withFee('1'), 'digest'],
  ['a snapshot with a member added', { ...snapshot, extra: 1 }, 'digest'],
  ['a snapshot with a member missing', { ...snapshot, prices: undefined }, 'digest'],
  ['a snapshot with the digest of another', { ...snapshot, digest: `sha256:${'0'.repeat(64)}` }, 'digest'],
  ['a snapshot without a digest', { ...snapshot, digest: undefined }, 'digest'],
  ["another environment's snapshot", smallSnapshot({ environment: 'live' }), 'environment'],
  ["another engine's snapshot", smallSnapshot({ engineVersion: '99.0.0' }), 'engine_version'],
  ['a snapshot that is fresh until nobody knows', { ...snapshot, staleAfter: 'x' }, 'not_a_snapshot'],
  ['a snapshot of no time', { ...snapshot, generatedAt: undefined }, 'not_a_snapshot'],
  ['a snapshot that is not JSON', { ...snapshot, fx: [1n] }, 'not_a_snapshot'],
  ['something else', { object: 'customer' }, 'not_a_snapshot'],
  ['nothing', null, 'not_a_snapshot'],
  ['a text', JSON.stringify(snapshot), 'not_a_snapshot'],
] satisfies readonly (readonly [string, unknown, RefusalReason])[]) {
  test(`refuses ${name}`, () => {
    assert.throws(
      () => checkSnapshot(value, KEY),
      (error) => error instanceof SnapshotRefused && error.reason === reason,
    );
  });
}

function withFee(fixed: string): unknown {
  const [first = assert.fail(), ...others] = snapshot.prices;
  return { ...snapshot, prices: [{ ...first, fee: { ...first.fee, fixed } }, ...others] };
}
