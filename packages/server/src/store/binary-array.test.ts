import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { integerArray, jsonArray, textArray, timestampArray } from './binary-array.ts';

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
  whole: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  time: fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
});

test('Postgres reads in a binary array what was written into it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const read = await store.asOwner<{ word: string; json: string; time: Date; whole: number }>(
        `select * from unnest($1::text[], $2::json[], $3::timestamptz[], $4::integer[]) as rows (word, json, time, whole)`,
        [
          textArray(rows.map(({ word }) => word)),
          jsonArray(rows.map(({ json }) => JSON.stringify(json))),
          timestampArray(rows.map(({ time }) => time)),
          integerArray(rows.map(({ whole }) => whole)),
        ],
      );
      assert.deepEqual(read.map(comparable), rows.map(comparable));
    }),
    { numRuns: 50 },
  );
});

function comparable(row: {
  readonly word: string;
  readonly json: unknown;
  readonly time: Date;
  readonly whole: number;
}) {
  return { ...row, json: JSON.stringify(row.json), time: row.time.getTime() };
}
