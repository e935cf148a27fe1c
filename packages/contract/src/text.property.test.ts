import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { text } from './text.ts';

test('a text is accepted exactly when its number of code points is within the limits', () => {
  const limits = fc.record({ min: fc.nat({ max: 6 }), more: fc.nat({ max: 6 }) });
  const strings = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\u{10FFFF}', '•'), maxLength: 16 });
  fc.assert(
    fc.property(limits, strings, ({ min, more }, value) => {
      const length = [...value].length;
      const accepted = text({ min, max: min + more }).safeParse(value).success;
      assert.equal(accepted, length >= min && length <= min + more);
    }),
  );
});
