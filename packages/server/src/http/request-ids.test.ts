import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestIds } from './request-ids.ts';

test('a request id has its prefix and 22 base62 characters, and no two are the same', () => {
  const newId = createRequestIds(() => 1_760_000_000_000);
  const ids = Array.from({ length: 10_000 }, newId);
  for (const id of ids) assert.match(id, /^req_[0-9A-Za-z]{22}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test('request ids sort by time', () => {
  let nowMs = 1_760_000_000_000;
  const newId = createRequestIds(() => nowMs);
  const ids = Array.from({ length: 1_000 }, () => {
    nowMs += 1 + (nowMs % 977);
    return newId();
  });
  assert.deepEqual(ids, ids.toSorted());
});

test('every digit occurs in the random part', () => {
  const newId = createRequestIds(() => 0);
  const digits = new Set(Array.from({ length: 1_000 }, newId).flatMap((id) => [...id.slice(-14)]));
  assert.equal(digits.size, 62);
});
