import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asciiJson, escaped, quoted } from './json-text.ts';

const ASCII = /^[ -~]*$/;
const UNITS = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const TEXTS = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: UNITS }));

test('any text reads back the same, down to lone surrogates, and is written in ASCII', () => {
  const check = (text: string): void => {
    assert.equal(JSON.parse(quoted(text)), text);
    assert.match(quoted(text), ASCII);
    assert.equal(`"${escaped(text)}"`, quoted(text));
  };
  for (let code = 0; code < 0x100; code += 1) check(String.fromCharCode(code));
  fc.assert(fc.property(TEXTS, check), { numRuns: 2_000 });
});

test('any value reads back the same and is written in ASCII', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      assert.equal(JSON.stringify(JSON.parse(asciiJson(value))), JSON.stringify(value));
      assert.match(asciiJson(value), ASCII);
    }),
  );
});
