import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreachable } from './unreachable.ts';

test('a value that the types ruled out throws and is not repeated in the message', () => {
  const secret: unknown = 'GB33BUKB20201555555555';
  // The cast is the lie that the function exists to catch.
  assert.throws(() => unreachable(secret as never), { message: 'Unreachable case reached by a string.' });
});
