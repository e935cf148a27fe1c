import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  integerArray,
  jsonArray,
  textArray,
  timestampArray,
} from '../../packages/server/src/store/binary-array.ts';
import { binaryArrayText, elementsOf } from './binary-array-text.ts';

test('arrays that the service binds as bytes are read as Postgres would write them', () => {
  assert.equal(binaryArrayText(textArray(['a"b', 'c\\d', ''])), String.raw`{"a\"b","c\\d",""}`);
  assert.equal(binaryArrayText(jsonArray(['{"a":1}'])), String.raw`{"{\"a\":1}"}`);
  assert.equal(binaryArrayText(integerArray([201, -1])), '{"201","-1"}');
  const at = new Date('2026-11-15T12:14:13.635Z');
  assert.equal(binaryArrayText(timestampArray([at])), `{"${at.toISOString()}"}`);
});

test('bytes that are no array are none', () => {
  assert.equal(binaryArrayText(Buffer.alloc(32, 1)), undefined);
  assert.equal(binaryArrayText(Buffer.of(1)), undefined);
  assert.equal(binaryArrayText(textArray(['ab']).subarray(0, -1)), undefined);
});

test('the elements of an array are what was put in, and JSON is no array', () => {
  const elements = ['a"b', 'c\\d', '{"e":"f"}'];
  assert.deepEqual(elementsOf(binaryArrayText(textArray(elements)) ?? ''), elements);
  assert.deepEqual(elementsOf('{"a":"b"}'), []);
});
