import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addLatency, EMPTY_LATENCY_SKETCH, type LatencySketch, quantileMs } from './latency-sketch.ts';
import { decodeLatencySketch, encodeLatencySketch } from './latency-sketch-json.ts';

const HALF_LIFE_MS = 3_600_000;
const latency = fc.oneof(fc.nat(100), fc.nat(60_000), fc.nat(2_592_000_000));
const latencies = fc.array(latency, { minLength: 1, maxLength: 200 });
const ppm = fc.nat(1_000_000);

test('a quantile is within a sixty-fourth of the exact one', () => {
  fc.assert(
    fc.property(latencies, ppm, (list, q) => {
      const sorted = list.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(0, Math.ceil((list.length * q) / 1_000_000) - 1)] ?? Number.NaN;
      const told = quantileMs(sketchOf(list), q) ?? Number.NaN;
      assert.ok(Math.abs(told - exact) <= exact / 64, `${told} for ${exact}`);
    }),
    { numRuns: 2_000 },
  );
});

test('a higher quantile is never a shorter time', () => {
  fc.assert(
    fc.property(latencies, ppm, ppm, (list, a, b) => {
      const sketch = sketchOf(list);
      const low = quantileMs(sketch, Math.min(a, b)) ?? 0;
      assert.ok(low <= (quantileMs(sketch, Math.max(a, b)) ?? 0));
    }),
  );
});

test('written and read again it is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(latency, fc.nat(50_000_000))), (list) => {
      let sketch = EMPTY_LATENCY_SKETCH;
      for (const [latencyMs, atMs] of list) sketch = addLatency(sketch, latencyMs, atMs, HALF_LIFE_MS);
      const text = JSON.stringify(encodeLatencySketch(sketch));
      assert.deepEqual(decodeLatencySketch(JSON.parse(text)), { ok: true, value: sketch });
    }),
  );
});

test('reading refuses what was never written, and never throws', () => {
  const broken = [
    [],
    [1],
    [1, 2, 3],
    [1, 2, -3, 4],
    [1, 2, 3, 0],
    [1, 2, 3, 4, 0, 4],
    [1, 2, 896, 1],
    [1, 0.5],
    ['1', 2],
  ];
  for (const numbers of broken) assert.equal(decodeLatencySketch(numbers).ok, false, JSON.stringify(numbers));
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), fc.double(), fc.string())), (numbers) => {
      assert.equal(typeof decodeLatencySketch(numbers).ok, 'boolean');
    }),
  );
});

function sketchOf(list: readonly number[]): LatencySketch {
  return list.reduce((sketch, ms) => addLatency(sketch, ms, 0, HALF_LIFE_MS), EMPTY_LATENCY_SKETCH);
}
