import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escaped, quoted } from './json-text.ts';

test('text is quoted as JSON.stringify quotes it, down to lone surrogates', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit })), (text) => {
      assert.equal(quoted(text), JSON.stringify(text));
      assert.equal(`"${escaped(text)}"`, JSON.stringify(text));
    }),
    { numRuns: 2_000 },
  );
  for (let code = 0; code < 0x100; code += 1) {
    const char = String.fromCharCode(code);
    assert.equal(quoted(char), JSON.stringify(char));
  }
});
