import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemo } from './memo.ts';

test('what is remembered is found, until so much else was that it had to go', () => {
  const memo = createMemo<string, number>(2);
  memo.set('a', 1);
  assert.equal(memo.get('a'), 1);
  for (const [at, key] of ['b', 'c', 'd', 'e'].entries()) memo.set(key, at);
  assert.equal(memo.get('a'), undefined);
  assert.equal(memo.get('e'), 3);
});

test('what is used stays', () => {
  const memo = createMemo<string, number>(2);
  memo.set('a', 1);
  for (let at = 0; at < 20; at += 1) {
    memo.set(`other-${at}`, at);
    assert.equal(memo.get('a'), 1);
  }
});
