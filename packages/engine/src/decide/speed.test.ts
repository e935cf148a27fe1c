import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LATENCY_SAMPLES_MIN, speedOf } from './speed.ts';
import { sampleConnection } from './testing/sample-snapshot.ts';

const cell = (samples: number) => ({
  rail: 'alder',
  operation: 'banking.pis.single' as const,
  p50Ms: 7,
  p95Ms: 8,
  p99Ms: 9,
  samples,
});

test('enough measurements win over what the provider states, and too few do not', () => {
  const connection = sampleConnection('alder', { declaredLatency: { p50Ms: 1, p95Ms: 2 } });
  assert.deepEqual(speedOf(cell(LATENCY_SAMPLES_MIN), connection), { p50Ms: 7, p95Ms: 8 });
  assert.deepEqual(speedOf(cell(LATENCY_SAMPLES_MIN - 1), connection), { p50Ms: 1, p95Ms: 2 });
  assert.deepEqual(speedOf(undefined, connection), { p50Ms: 1, p95Ms: 2 });
});

test('a speed is never guessed', () => {
  const { declaredLatency: _, ...silent } = sampleConnection('alder');
  assert.equal(speedOf(undefined, silent), undefined);
  assert.equal(speedOf(cell(LATENCY_SAMPLES_MIN - 1), silent), undefined);
});
