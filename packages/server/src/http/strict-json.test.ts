import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSON_DEPTH_MAX, type JsonProblemKey, readStrictJson } from './strict-json.ts';

const refusals: readonly [what: string, text: string, key: JsonProblemKey, path: string][] = [
  ['a duplicate key', '{"a":{"b":1,"b":2}}', 'json.duplicate_key', 'a.b'],
  ['a duplicate key spelt with an escape', '{"ab":1,"a\\u0062":2}', 'json.duplicate_key', 'ab'],
  ['a __proto__ key', '{"metadata":{"__proto__":"x"}}', 'json.reserved_key', 'metadata.__proto__'],
  ['an escaped NUL', '{"name":"a\\u0000b"}', 'json.characters', 'name'],
  ['a raw NUL', '{"name":"a\0b"}', 'json.characters', 'name'],
  ['a lone surrogate', '{"list":["ok","\\ud800"]}', 'json.characters', 'list.1'],
  ['a number past the largest', '{"n":1e999}', 'json.number', 'n'],
  ['a raw line break in a string', '{"name":"a\nb"}', 'json.syntax', 'name'],
  ['two documents', '{} {}', 'json.syntax', ''],
  ['a trailing comma', '{"a":1,}', 'json.syntax', ''],
  ['a leading zero', '{"a":01}', 'json.syntax', ''],
  ['nothing', '', 'json.syntax', ''],
  ['an open string', '{"a":"', 'json.syntax', 'a'],
  ['an open string that ends in a backslash', '{"a":"\\', 'json.syntax', 'a'],
];

for (const [what, text, key, path] of refusals) {
  test(`refuses ${what}`, () => {
    assert.deepEqual(readStrictJson(text), { ok: false, error: { key, path } });
  });
}

test(`takes ${JSON_DEPTH_MAX} levels and refuses one more`, () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.equal(readStrictJson(nested(JSON_DEPTH_MAX)).ok, true);
  const deeper = readStrictJson(nested(JSON_DEPTH_MAX + 1));
  assert.equal(!deeper.ok && deeper.error.key, 'json.too_deep');
});

test('refuses fifty thousand levels without ending the process', () => {
  assert.equal(readStrictJson('['.repeat(50_000)).ok, false);
});

test('takes pairs of surrogates, escaped or not', () => {
  assert.deepEqual(readStrictJson('["\\ud83d\\ude00","😀"]'), { ok: true, value: ['😀', '😀'] });
});
