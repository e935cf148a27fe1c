import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INPUT_ERRORS } from '@switchyard/contract';
import { PAYTO_ERRORS } from '@switchyard/payto';
import { explain, varsOf } from './explain.ts';
import { type MessageKey, SENTENCES } from './sentences.ts';

const keys = Object.keys(SENTENCES) as MessageKey[];

/** Values that are sentences themselves, and may so end one. */
const WHOLE_SENTENCES: ReadonlySet<string> = new Set(['reason', 'problem']);

for (const key of keys) {
  test(`${key} is a sentence, whole and filled`, () => {
    const vars = Object.fromEntries(
      varsOf(key).map((name) => [name, WHOLE_SENTENCES.has(name) ? `<${name}>.` : `<${name}>`]),
    );
    const { message } = explain({ key, vars });
    // A rail's name is written large already.
    assert.match(message, /^(?:[A-Z]|<rail>).*\.$/s);
    assert.doesNotMatch(message, /[{}]/);
    for (const value of Object.values(vars)) assert.ok(message.includes(value));
  });
}

test('every sentence about an input uses just the values the contract gives it', () => {
  for (const [key, vars] of Object.entries(INPUT_ERRORS)) {
    assert.deepEqual([...varsOf(key as MessageKey)].sort(), [...vars].sort(), key);
  }
});

test('every sentence about an address uses just the values the parser gives it', () => {
  for (const [key, { vars }] of Object.entries(PAYTO_ERRORS)) {
    assert.deepEqual([...varsOf(key as MessageKey)].sort(), [...vars].sort(), key);
  }
});

test('a value that was forgotten is noticed', () => {
  assert.throws(() => explain({ key: 'input.too_long', vars: {} }), /max/);
});
