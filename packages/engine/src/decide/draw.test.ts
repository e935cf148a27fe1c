import assert from 'node:assert/strict';
import { test } from 'node:test';
import { avalanche, drawBelow, drawWeighted, hash32 } from './draw.ts';

/** Chi-square of counts that should be even. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

const BUCKETS = 64;
/** The 0.999 quantile of chi-square with 63 degrees of freedom. */
const CHI_SQUARE_MAX = 103.4;
const IDS = 64_000;

function spread(idOf: (at: number) => string, bits: (hash: number) => number): number {
  const counts = new Array<number>(BUCKETS).fill(0);
  for (let at = 0; at < IDS; at += 1) {
    const bucket = bits(hash32(idOf(at)));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return chiSquare(counts);
}

test('ids that follow one another fall evenly, in the high bits and in the low ones', () => {
  for (const prefix of ['salt:rule:dec_', 'x', 'pepper:explore:dec_0192f3a4']) {
    const idOf = (at: number) => `${prefix}${at}`;
    assert.ok(spread(idOf, (hash) => hash >>> 26) < CHI_SQUARE_MAX, prefix);
    assert.ok(spread(idOf, (hash) => hash & 63) < CHI_SQUARE_MAX, prefix);
    assert.ok(
      spread(
        (at) => idOf(at).padStart(40, 'é'),
        (hash) => hash >>> 26,
      ) < CHI_SQUARE_MAX,
      prefix,
    );
  }
});

test('the measure itself notices a lopsided hash', () => {
  const lengths =
    spread(
      (at) => `${at}`,
      () => 0,
    ) +
    spread(
      (at) => `${at}`,
      (hash) => (hash >>> 26) & 31,
    );
  assert.ok(lengths > CHI_SQUARE_MAX);
});

test('each bit of the input changes about half of the output', () => {
  for (let bit = 0; bit < 32; bit += 1) {
    let changed = 0;
    for (let at = 0; at < 1_000; at += 1) {
      const input = Math.imul(at, 0x9e3779b1);
      let difference = avalanche(input) ^ avalanche(input ^ (1 << bit));
      for (; difference !== 0; difference &= difference - 1) changed += 1;
    }
    assert.ok(changed > 15_000 && changed < 17_000, `bit ${bit}: ${changed}`);
  }
});

test('the hash never changes, because decisions in the past must be reproducible', () => {
  assert.equal(hash32(''), 0xab3e7c0b);
  assert.equal(hash32('salt:rule:dec_1'), 0xf7e576c1);
  assert.equal(hash32('é€'), 0xec3d5282);
});

test('a draw is below its end, and a weight is drawn as often as it weighs', () => {
  assert.equal(drawBelow(0, 10), 0);
  assert.equal(drawBelow(0xffffffff, 10), 9);
  const counts = [0, 0, 0];
  for (let at = 0; at < 100_000; at += 1) {
    const drawn = drawWeighted(hash32(`dec_${at}`), [70, 0, 30]);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  assert.equal(counts[1], 0);
  assert.ok(Math.abs((counts[0] ?? 0) - 70_000) < 700);
});
