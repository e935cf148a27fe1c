import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text } from './text.ts';

const name = text({ min: 2, max: 140 });
const accepts = (value: string): boolean => name.safeParse(value).success;

test('140 emoji are 140 characters, although they are 280 UTF-16 units', () => {
  assert.equal(accepts('😀'.repeat(140)), true);
  assert.equal(accepts('😀'.repeat(141)), false);
});

test('140 letters are accepted and 141 are not', () => {
  assert.equal(accepts('a'.repeat(140)), true);
  assert.equal(accepts('a'.repeat(141)), false);
});

test('a mix just over the limit in units but not in code points is accepted', () => {
  assert.equal(accepts(`${'a'.repeat(139)}😀`), true);
  assert.equal(accepts(`${'a'.repeat(140)}😀`), false);
});

test('one emoji is one character, too few where two are asked for', () => {
  assert.equal(accepts('😀'), false);
  assert.equal(accepts('😀😀'), true);
  assert.equal(accepts('a'), false);
  assert.equal(accepts('ab'), true);
  assert.equal(accepts(''), false);
});

test('anything but a string is refused', () => {
  for (const value of [1, null, undefined, {}, ['ab']]) assert.equal(name.safeParse(value).success, false);
});
