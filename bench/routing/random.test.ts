import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceAt, createRandom } from './random.ts';

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return [random.next(), random.next(), random.between(5, 6), random.below(10)];
  };
  assert.deepEqual(draw(1), draw(1));
  assert.notDeepEqual(draw(1), draw(2));
});

test('numbers spread evenly, and neighbouring seeds do not resemble each other', () => {
  const random = createRandom(42);
  const counts = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 100_000; i += 1) {
    const value = random.below(10);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(Math.abs(count - 10_000) < 400, String(counts));
  let agreeing = 0;
  for (let seed = 0; seed < 10_000; seed += 1) {
    if (createRandom(seed).next() < 0.5 === createRandom(seed + 1).next() < 0.5) agreeing += 1;
  }
  assert.ok(Math.abs(agreeing - 5_000) < 250, String(agreeing));
});

test('the chance at a place depends on every coordinate and on their order', () => {
  const places = [chanceAt(1, 2, 3), chanceAt(2, 2, 3), chanceAt(1, 3, 2), chanceAt(1, 2, 4), chanceAt(1, 2)];
  assert.equal(new Set(places).size, places.length);
  assert.equal(chanceAt(1, 2, 3), chanceAt(1, 2, 3));
  let sum = 0;
  for (let i = 0; i < 10_000; i += 1) sum += chanceAt(7, i, 1);
  assert.ok(Math.abs(sum / 10_000 - 0.5) < 0.01);
});
