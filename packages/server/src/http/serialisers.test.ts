import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@switchyard/contract';
import { compileSerialisers } from './serialisers.ts';

const serialisers = compileSerialisers();

for (const { name, examples, output } of OPERATIONS) {
  test(`the serialiser of ${name} writes what it was given`, () => {
    // The example is the contract's own, so it is an output of this operation.
    const text = serialisers.of(name)(examples.response as never);
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(examples.response)));
    assert.ok(output.safeParse(JSON.parse(text)).success);
  });
}

test('a serialiser writes any text so that it reads back the same', () => {
  const serialise = serialisers.of('addresses.parse');
  for (const masked of ['"', '\\', '\n', '\u2028', '</script>', '😀', '\u0001']) {
    const output = { scheme: 'void', known: true, masked };
    assert.deepEqual(JSON.parse(serialise(output)), output);
  }
});
