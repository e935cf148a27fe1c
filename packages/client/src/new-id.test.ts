import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './new-id.ts';

const NOW_MS = Date.parse('2026-10-08T12:00:00Z');

test('an id is its prefix and 22 letters or digits', () => {
  for (let count = 0; count < 1_000; count += 1) assert.match(newId('dec_', NOW_MS), /^dec_[0-9A-Za-z]{22}$/);
});

test('an id is a UUIDv7 of its time', () => {
  for (let count = 0; count < 1_000; count += 1) {
    const uuid = decode(newId('', NOW_MS));
    assert.equal(uuid >> 80n, BigInt(NOW_MS));
    assert.equal((uuid >> 76n) & 0xfn, 7n);
    assert.equal((uuid >> 62n) & 0x3n, 2n);
  }
});

test('every bit that is not fixed is left to chance', () => {
  let ones = 0n;
  let zeros = 0n;
  for (let count = 0; count < 200; count += 1) {
    const uuid = decode(newId('', NOW_MS));
    ones |= uuid;
    zeros |= ~uuid;
  }
  const chance = ((1n << 76n) - 1n) & ~(0x3n << 62n);
  assert.equal(ones & chance, chance);
  assert.equal(zeros & chance, chance);
});

test('ids sort by time', () => {
  assert(newId('dec_', NOW_MS) < newId('dec_', NOW_MS + 1));
  assert(newId('dec_', 0) < newId('dec_', NOW_MS));
});

function decode(text: string): bigint {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return [...text].reduce((value, digit) => value * 62n + BigInt(alphabet.indexOf(digit)), 0n);
}
