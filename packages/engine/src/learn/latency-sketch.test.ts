import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addLatency,
  EMPTY_LATENCY_SKETCH,
  LATENCY_MS_MAX,
  quantileMs,
  summariseLatency,
} from './latency-sketch.ts';

const HOUR_MS = 3_600_000;

test('nothing measured has no quantiles', () => {
  assert.equal(quantileMs(EMPTY_LATENCY_SKETCH, 500_000), undefined);
  assert.equal(summariseLatency(EMPTY_LATENCY_SKETCH), undefined);
});

test('one to sixty-three milliseconds are told exactly', () => {
  let sketch = EMPTY_LATENCY_SKETCH;
  for (let ms = 1; ms <= 63; ms += 1) sketch = addLatency(sketch, ms, 0, HOUR_MS);
  assert.equal(quantileMs(sketch, 500_000), 32);
  assert.equal(quantileMs(sketch, 0), 1);
  assert.equal(quantileMs(sketch, 1_000_000), 63);
});

test('a rank between two outcomes is the later of them', () => {
  const sketch = {
    asOfMs: 0,
    samples: 2,
    counts: [
      [1, 1],
      [2, 2],
    ],
  } as const;
  assert.equal(quantileMs(sketch, 333_333), 1);
  assert.equal(quantileMs(sketch, 333_334), 2);
});

test('a summary has the three quantiles of a snapshot', () => {
  let sketch = EMPTY_LATENCY_SKETCH;
  for (let i = 1; i <= 100; i += 1) sketch = addLatency(sketch, i <= 50 ? 10 : i <= 95 ? 20 : 30, 0, HOUR_MS);
  assert.deepEqual(summariseLatency(sketch), { p50Ms: 10, p95Ms: 20, p99Ms: 30, samples: 100 });
});

test('what was slow long ago is outweighed by what is fast now', () => {
  let sketch = EMPTY_LATENCY_SKETCH;
  for (let i = 0; i < 100; i += 1) sketch = addLatency(sketch, 50_000, 0, HOUR_MS);
  for (let i = 0; i < 10; i += 1) sketch = addLatency(sketch, 40, 6 * HOUR_MS, HOUR_MS);
  assert.equal(quantileMs(sketch, 500_000), 40);
  assert.equal(sketch.samples, 110);
});

test('forgotten buckets are dropped', () => {
  const old = addLatency(EMPTY_LATENCY_SKETCH, 50, 0, HOUR_MS);
  assert.deepEqual(addLatency(old, 40, 100 * HOUR_MS, HOUR_MS).counts, [[addressOf(40), 1_000_000]]);
});

test('a latency that arrives out of order weighs what its age leaves of it', () => {
  const late = addLatency(addLatency(EMPTY_LATENCY_SKETCH, 10, HOUR_MS, HOUR_MS), 20, 0, HOUR_MS);
  assert.deepEqual(late.counts, [
    [10, 1_000_000],
    [20, 500_000],
  ]);
});

test('latencies out of range are moved into it', () => {
  const low = addLatency(EMPTY_LATENCY_SKETCH, -5, 0, HOUR_MS);
  assert.equal(quantileMs(low, 500_000), 0);
  const high = addLatency(EMPTY_LATENCY_SKETCH, 10 * LATENCY_MS_MAX, 0, HOUR_MS);
  const top = quantileMs(high, 500_000) ?? 0;
  assert.ok(top <= LATENCY_MS_MAX && top > LATENCY_MS_MAX * 0.98);
});

function addressOf(latencyMs: number): number {
  return addLatency(EMPTY_LATENCY_SKETCH, latencyMs, 0, HOUR_MS).counts[0]?.[0] ?? -1;
}
