import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireValue } from './wire-value.ts';

test('bytes stay bytes, nothing is null, and all else is text', () => {
  const bytes = Buffer.of(0, 255);
  assert.equal(wireValue(bytes), bytes);
  assert.equal(wireValue(null), null);
  assert.equal(wireValue(undefined), null);
  assert.equal(wireValue(''), '');
  assert.equal(wireValue(12), '12');
  assert.equal(wireValue(2n ** 70n), String(2n ** 70n));
  assert.equal(wireValue(false), 'false');
  assert.equal(wireValue(new Date(0)), '1970-01-01T00:00:00.000Z');
});

test('an element of a list may hold whatever separates elements', () => {
  assert.equal(wireValue([]), '{}');
  assert.equal(
    wireValue(['a,b', 'say "x"', 'back\\slash', null]),
    '{"a,b","say \\"x\\"","back\\\\slash",null}',
  );
  assert.equal(wireValue([1, 2n, new Date(0)]), '{"1","2","1970-01-01T00:00:00.000Z"}');
  assert.equal(wireValue([Buffer.of(1, 171)]), '{"\\\\x01ab"}');
});

test('an object is refused: JSON is written by whoever writes the statement', () => {
  assert.throws(() => wireValue({ a: 1 }), /a parameter is/);
  assert.throws(() => wireValue([['nested']]), /a parameter is/);
});
