import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assembleCrew } from './crew.ts';
import { simulate } from './simulate.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];

/** From inside a promise, from the event loop, and a second time. */
async function hashesOf(seed: number): Promise<readonly string[]> {
  const one = await simulate(seed);
  const other = await new Promise<typeof one>((resolve) => {
    setImmediate(() => resolve(simulate(seed)));
  });
  return [one.traceHash, other.traceHash];
}

test('a seed tells the same story wherever it is told', async () => {
  for (const seed of SEEDS) {
    const hashes = await hashesOf(seed);
    assert.equal(new Set(hashes).size, 1, `seed ${seed}`);
  }
});

test('a thread of the crew tells the same story too', async () => {
  const crew = assembleCrew(1);
  const told: Record<string, number> = {};
  try {
    await crew.perform([{ kind: 'seeds', first: 1, count: SEEDS.length }], ({ ended }) => {
      Object.assign(told, ended);
    });
  } finally {
    await crew.dismiss();
  }
  const here: Record<string, number> = {};
  for (const seed of SEEDS) {
    const { ended } = await simulate(seed);
    for (const [status, count] of Object.entries(ended)) here[status] = (here[status] ?? 0) + count;
  }
  assert.deepEqual(told, here);
});
