import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortCode } from './short-code.ts';

test('a provider’s code is recorded when it is a word, and not when it may be a sentence', () => {
  assert.deepEqual(shortCode('AM04'), { providerCode: 'AM04' });
  for (const text of [undefined, null, '', 'Mr Smith has no money', 'x'.repeat(65)])
    assert.deepEqual(shortCode(text), {});
});
