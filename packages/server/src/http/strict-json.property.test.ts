import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readStrictJson } from './strict-json.ts';

/** JSON that both readers take: well-formed strings without NUL, no `__proto__`, not too deep. */
const ordinaryText = fc
  .string({ unit: 'binary' })
  .filter((text) => text.isWellFormed() && !text.includes('\0'));
const ordinaryJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    ordinaryText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      ordinaryText.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
})).value;

test('reads what JSON.parse reads, and to the same value', () => {
  fc.assert(
    fc.property(ordinaryJson, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      assert.deepEqual(readStrictJson(text), { ok: true, value: JSON.parse(text) });
    }),
    { numRuns: 500 },
  );
});

test('takes nothing that JSON.parse refuses', () => {
  fc.assert(
    fc.property(ordinaryJson, fc.nat(), fc.string({ maxLength: 3 }), (value, position, noise) => {
      const text = JSON.stringify(value);
      const at = position % (text.length + 1);
      const mutated = text.slice(0, at) + noise + text.slice(at + 1);
      if (parses(mutated)) return;
      assert.equal(readStrictJson(mutated).ok, false, mutated);
    }),
    { numRuns: 2_000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
