import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createExplanationWriter } from './explanation-writer.ts';
import { asciiJson } from './json-text.ts';
import { ENGINE_SENTENCES, type EngineKey, explainKey, varsOfKey } from './sentences.ts';

const TEXTS = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\n', '\u2028', '😀', 'EUR 1.00'),
);

test('the text of an explanation is the JSON of its sentence, whatever its values hold and in whatever order they come', () => {
  const write = createExplanationWriter();
  // The keys of a record of sentences are keys of sentences.
  for (const key of Object.keys(ENGINE_SENTENCES) as EngineKey[]) {
    const vars = fc
      .shuffledSubarray([...varsOfKey(key), 'more'])
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), TEXTS))))
      .map((entries) => Object.fromEntries(entries));
    fc.assert(
      fc.property(vars, (values) => {
        const explanation = { key, vars: values };
        assert.equal(write(explanation), asciiJson(explainKey(explanation)));
      }),
      { numRuns: 20 },
    );
  }
});
