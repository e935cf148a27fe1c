import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countIds, varyingIds } from './varying-ids.ts';

const VALUES = ['pi_034y0QkNw6zOOpREEVEe0L', 'c06533f6-781f-4887-9b68-d7943c24e8d6', '\\x01ff'];

test('an id keeps its prefix, and bytes stay as many', () => {
  assert.deepEqual(
    [...varyingIds(VALUES).values()],
    [`('pi_' || :id0)`, ':id1', `decode(lpad(:id2, 4, '0'), 'hex')`],
  );
});

test('every id has its own number in every transaction of every client', () => {
  assert.deepEqual(countIds(varyingIds(VALUES)), [
    '\\set made :made + 1',
    '\\set all :base + (:made * 1000 + :client_id) * 100',
    '\\set id0 :all + 0',
    '\\set id1 :all + 1',
    '\\set id2 :all + 2',
  ]);
  assert.throws(() => varyingIds(Array.from({ length: 101 }, (_, at) => `id-${at}`)), /101 ids/);
});
