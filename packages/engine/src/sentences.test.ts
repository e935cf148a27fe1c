import assert from 'node:assert/strict';
import { test } from 'node:test';
import { because, ENGINE_SENTENCES, type EngineKey, explainKey, varsOfKey } from './sentences.ts';

// The keys of a constant object are the keys of its type.
const KEYS = Object.keys(ENGINE_SENTENCES) as EngineKey[];

for (const key of KEYS) {
  test(`${key} is a sentence, whole and filled`, () => {
    const vars = Object.fromEntries(varsOfKey(key).map((name) => [name, `<${name}>`]));
    const { message } = explainKey({ key, vars });
    assert.match(message, /^[A-Z<].*\.$/s);
    assert.doesNotMatch(message, /[{}]/);
    for (const value of Object.values(vars)) assert.ok(message.includes(value));
  });
}

test('an explanation keeps its key and values and gains its sentence', () => {
  assert.deepEqual(explainKey(because('chosen.cheapest', { rail: 'Alder', cost: 'EUR 0.20' })), {
    key: 'chosen.cheapest',
    vars: { rail: 'Alder', cost: 'EUR 0.20' },
    message: 'Alder is the cheapest, at EUR 0.20.',
  });
});
