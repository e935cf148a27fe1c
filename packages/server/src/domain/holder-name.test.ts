import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskHolderName } from './holder-name.ts';

test('shows the first letter of each word and never how long it is', () => {
  assert.equal(maskHolderName('Ada Lovelace'), 'A*** L***');
  assert.equal(maskHolderName('  Jean-Luc   O’Neill '), 'J*** O***');
  assert.equal(maskHolderName('Ж'), 'Ж***');
});

test('does not cut a letter in half', () => {
  assert.equal(maskHolderName('😀 smile'), '😀*** s***');
});
