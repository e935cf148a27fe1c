import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANONICAL_DEPTH_MAX, canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './json-value.ts';

test('members are ordered by UTF-16 code units, not by code points', () => {
  // U+1F600 begins with the surrogate D83D, which comes before FB33 although its code point comes after.
  const value = { '\ufb33': 1, '\u{1f600}': 2, b: 3, B: 4, '1': 5, '\r': 6, é: 7 };
  assert.equal(canonicalJson(value), '{"\\r":6,"1":5,"B":4,"b":3,"é":7,"\u{1f600}":2,"\ufb33":1}');
});

test('numbers are written as ECMAScript writes them', () => {
  const numbers = [
    1e21,
    1e20,
    0.000001,
    1e-7,
    -0,
    4.5,
    2e-3,
    5e-324,
    Number('9007199254740993'),
    Number('333333333.33333329'),
  ];
  assert.equal(
    canonicalJson(numbers),
    '[1e+21,100000000000000000000,0.000001,1e-7,0,4.5,0.002,5e-324,9007199254740992,333333333.3333333]',
  );
});

test('strings escape only what must be escaped, in lower case', () => {
  assert.equal(
    canonicalJson('\u20ac$\u000f\nA\'"\\/\b\t\f\r\u007f\u2028'),
    '"€$\\u000f\\nA\'\\"\\\\/\\b\\t\\f\\r\u007f\u2028"',
  );
});

test('there is no white space, and empty containers stay', () => {
  assert.equal(
    canonicalJson({ a: [], b: {}, c: [1, [true, false, null]] }),
    '{"a":[],"b":{},"c":[1,[true,false,null]]}',
  );
});

test('a member that is undefined counts as absent, also when it would come first', () => {
  assert.equal(canonicalJson({ a: undefined, b: 1, c: undefined }), '{"b":1}');
});

test('an own member called __proto__ is written like any other', () => {
  const parsed: JsonValue = JSON.parse('{"__proto__":{"a":1}}');
  assert.equal(canonicalJson(parsed), '{"__proto__":{"a":1}}');
});

test('an object without a prototype is plain', () => {
  assert.equal(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 })), '{"a":2,"b":1}');
});

const refused: readonly (readonly [string, unknown])[] = [
  ['undefined by itself', undefined],
  ['undefined in a list', [undefined]],
  ['a hole in a list', new Array(1)],
  ['a bigint', { value: 1n }],
  ['NaN', Number.NaN],
  ['infinity', [Number.POSITIVE_INFINITY]],
  ['a lone surrogate in a string', '\ud83d'],
  ['a lone surrogate in a key', { '\ude00': 1 }],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
  ['an instance of a class', new (class Point {})()],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
];
for (const [name, value] of refused) {
  test(`refuses ${name}`, () => {
    // The cast gives the function what its type forbids, as a careless caller could.
    assert.throws(() => canonicalJson(value as JsonValue), /canonical json/i);
  });
}

test('takes the greatest depth and refuses the next', () => {
  assert.equal(canonicalJson(nested(CANONICAL_DEPTH_MAX)).length, 2 * CANONICAL_DEPTH_MAX);
  assert.throws(() => canonicalJson(nested(CANONICAL_DEPTH_MAX + 1)), /nested too deeply/);
});

test('refuses a cycle at once, even one that branches', () => {
  const cycle: JsonValue[] = [];
  for (let i = 0; i < 100; i += 1) cycle.push(cycle);
  assert.throws(() => canonicalJson(cycle), /no cycle/);
});

function nested(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let i = 1; i < depth; i += 1) value = [value];
  return value;
}
