import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './json-value.ts';

// Whole code points only: lone surrogates are refused, which the examples cover.
const text = fc.string({ unit: 'binary', maxLength: 12 });
// JSON has no -0 that survives; it is written as 0.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n));
const { value: json } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(text, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

test('parsing gives back the value', () => {
  fc.assert(
    fc.property(json, (value) => {
      assert.deepStrictEqual(JSON.parse(canonicalJson(value)), value);
    }),
  );
});

test('the order in which members were written does not show', () => {
  fc.assert(
    fc.property(json, (value) => {
      assert.equal(canonicalJson(reversed(value)), canonicalJson(value));
    }),
  );
});

test('what has been canonical once stays as it is', () => {
  fc.assert(
    fc.property(json, (value) => {
      const once = canonicalJson(value);
      assert.equal(canonicalJson(JSON.parse(once)), once);
    }),
  );
});

test('different values give different texts', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      assert.equal(canonicalJson(a) === canonicalJson(b), same);
    }),
  );
});

function reversed(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, member === undefined ? undefined : reversed(member)]),
  );
}

// An independent way to the same order: pairs in a list, so that the engine's own key order plays no part.
function sorted(value: JsonValue): unknown {
  if (value === null || typeof value !== 'object') return [typeof value, value];
  if (isList(value)) return ['list', value.map(sorted)];
  const entries = Object.entries(value).map(
    ([key, member]) => [key, member === undefined ? null : sorted(member)] as const,
  );
  return ['object', entries.sort(([a], [b]) => (a < b ? -1 : 1))];
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
