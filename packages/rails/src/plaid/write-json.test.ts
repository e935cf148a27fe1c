import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writeJson } from './write-json.ts';

test('an exact number is written digit for digit, also where a float would lose some', () => {
  assert.equal(
    writeJson({ amount: { value: { exactNumber: '90071992547409931.10' } }, list: [1, 'a', true] }),
    '{"amount":{"value":90071992547409931.10},"list":[1,"a",true]}',
  );
});

test('what is undefined is left out', () => {
  assert.equal(writeJson({ a: undefined, b: 'x' }), '{"b":"x"}');
});

test('a text that is no number is never written as one', () => {
  assert.equal(writeJson({ exactNumber: '1,"x":2' }), '{"exactNumber":"1,\\"x\\":2"}');
});

test('whatever else is written reads back as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.integer())), (value) => {
      assert.deepEqual(JSON.parse(writeJson(value)), JSON.parse(JSON.stringify(value)));
    }),
  );
});
