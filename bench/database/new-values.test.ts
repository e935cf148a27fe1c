import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newValues } from './new-values.ts';

const OLD = 'env_034y0Q7HhomdfjamhtxZM9';
const NEW = 'qt_034y0QkLPApMeL94DHigJ5';
const sent = (...values: (string | Buffer | null)[]) => ({
  text: '',
  values,
  roundTrip: 1,
  sync: 1,
  connection: 1,
});

test('ids that were not bound before are new, and words, times and old ids are not', () => {
  const recorded = [sent(OLD, NEW, null, 'payment.drive', '2026-11-15T12:14:13.635Z'), sent(NEW)];
  assert.deepEqual(newValues([sent(OLD)], recorded), [NEW]);
});

test('bytes are new when they are bound again: what is sealed never is', () => {
  const [hash, sealed, known] = [Buffer.alloc(32, 1), Buffer.alloc(40, 2), Buffer.alloc(32, 3)];
  const recorded = [sent(hash, sealed, known), sent(hash, known)];
  assert.deepEqual(newValues([sent(known)], recorded), [`\\x${hash.toString('hex')}`]);
});

test('what is bound in an array is looked at one by one', () => {
  assert.deepEqual(newValues([sent(OLD)], [sent(`{"${OLD}","${NEW}"}`)]), [NEW]);
});
