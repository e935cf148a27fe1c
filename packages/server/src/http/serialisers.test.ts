import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@switchyard/contract';
import type { Presented } from '../operations/operation.ts';
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

test('a list that decisions share is written once, and reads the same in each of them', () => {
  const operation = OPERATIONS.find(({ name }) => name === 'routeDecisions.create');
  assert.ok(operation !== undefined);
  // The example is the contract's own, so it is a decision.
  const example = operation.examples.response as Presented<'routeDecisions.create'>;
  const serialise = serialisers.of('routeDecisions.create');
  const [exclusion] = example.excluded;
  assert.ok(exclusion !== undefined);
  const read: string[] = [];
  const counted = {
    ...exclusion,
    get code() {
      read.push('code');
      return exclusion.code;
    },
  };
  const shared = { ...example, excluded: Object.freeze([counted]) };
  const texts = [serialise(shared), serialise({ ...shared, id: 'dec_other000' })];
  assert.equal(read.length, 1);
  assert.deepEqual(
    texts.map((text) => JSON.parse(text).excluded),
    [[exclusion], [exclusion]],
  );
  assert.equal(texts[0], serialise({ ...example, excluded: [exclusion] }));
});

test('a list that may still change is written anew each time', () => {
  const serialise = serialisers.of('routeDecisions.create');
  const operation = OPERATIONS.find(({ name }) => name === 'routeDecisions.create');
  const example = operation?.examples.response as Presented<'routeDecisions.create'>;
  const excluded = [...example.excluded];
  const full = serialise({ ...example, excluded });
  excluded.pop();
  assert.notEqual(serialise({ ...example, excluded }), full);
});
