import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { jsonArray, textArray, timestampArray } from './binary-array.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store.stop());

/** Postgres holds no NUL. */
const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed() && !value.includes('\0'));
const row = fc.record({
  word: text,
  json: fc.dictionary(text, text),
  time: fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
});

test('Postgres reads in a binary array what was written into it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const read = await store.asOwner<{ word: string; json: string; time: Date }>(
        'select * from unnest($1::text[], $2::json[], $3::timestamptz[]) as rows (word, json, time)',
        [
          textArray(rows.map(({ word }) => word)),
          jsonArray(rows.map(({ json }) => JSON.stringify(json))),
          timestampArray(rows.map(({ time }) => time)),
        ],
      );
      assert.deepEqual(
        read.map(({ word, json, time }) => ({ word, json: JSON.stringify(json), time: time.getTime() })),
        rows.map(({ word, json, time }) => ({ word, json: JSON.stringify(json), time: time.getTime() })),
      );
    }),
    { numRuns: 50 },
  );
});
