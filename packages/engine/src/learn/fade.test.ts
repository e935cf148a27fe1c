import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FADE_STEPS_PER_HALF_LIFE, fadeMicro, HALF_LIFE_MS_MAX, wholeStepsMs } from './fade.ts';

const HOUR_MS = 3_600_000;

test('half is left after a half-life, a quarter after two, nothing after very many', () => {
  assert.equal(fadeMicro(1_000_000, HOUR_MS, HOUR_MS), 500_000);
  assert.equal(fadeMicro(1_000_000, 2 * HOUR_MS, HOUR_MS), 250_000);
  assert.equal(fadeMicro(Number.MAX_SAFE_INTEGER, 52 * HOUR_MS, HOUR_MS), 1);
  assert.equal(fadeMicro(Number.MAX_SAFE_INTEGER, 53 * HOUR_MS, HOUR_MS), 0);
  assert.equal(fadeMicro(1_000_000, Number.MAX_SAFE_INTEGER, 1), 0);
});

test('each step of the table is 2^(-i/64), rounded to the nearest 2^-26, proven in whole numbers', () => {
  const stepMs = 1_000;
  for (let step = 0; step < FADE_STEPS_PER_HALF_LIFE; step += 1) {
    // What is left of 2^26 after so many steps is the table's entry itself.
    const entry = BigInt(fadeMicro(2 ** 26, step * stepMs, FADE_STEPS_PER_HALF_LIFE * stepMs));
    // |entry - 2^26 × 2^(-i/64)| < 1/2, with both sides doubled and raised to the 64th power.
    const exact = 2n ** (27n * 64n - BigInt(step));
    assert.ok((2n * entry - 1n) ** 64n < exact && exact < (2n * entry + 1n) ** 64n, `step ${step}`);
  }
});

test('between two steps the line is within 2 in 100,000 of the curve', () => {
  for (let ms = 0; ms <= HOUR_MS; ms += 7_919) {
    const exact = 1e12 * 2 ** (-ms / HOUR_MS);
    assert.ok(Math.abs(fadeMicro(1e12, ms, HOUR_MS) - exact) / exact < 2e-5, `${ms} ms`);
  }
});

test('the largest value and the longest half-life stay exact', () => {
  assert.equal(
    fadeMicro(Number.MAX_SAFE_INTEGER, HALF_LIFE_MS_MAX, HALF_LIFE_MS_MAX),
    Math.floor(Number.MAX_SAFE_INTEGER / 2),
  );
  assert.equal(
    fadeMicro(1_000_000, HALF_LIFE_MS_MAX, Number.MAX_SAFE_INTEGER),
    fadeMicro(1_000_000, HALF_LIFE_MS_MAX, HALF_LIFE_MS_MAX),
  );
});

test('a product of two large parts is rounded down exactly once', () => {
  // Checked against the same sum in bigint; the entry of step 1 is 66,385,968.
  const value = Number.MAX_SAFE_INTEGER - 12_345;
  const exact = (BigInt(value) * 66_385_968n) / 2n ** 26n;
  assert.equal(BigInt(fadeMicro(value, 1, 64)), exact);
});

test('time that runs backwards, no time and no value change nothing', () => {
  assert.equal(fadeMicro(7, -1, HOUR_MS), 7);
  assert.equal(fadeMicro(7, 0, HOUR_MS), 7);
  assert.equal(fadeMicro(0, HOUR_MS, HOUR_MS), 0);
});

test('whole steps leave out the step that has begun', () => {
  assert.equal(wholeStepsMs(999, 64_000), 0);
  assert.equal(wholeStepsMs(1_000, 64_000), 1_000);
  assert.equal(wholeStepsMs(64_999, 64_000), 64_000);
  assert.equal(wholeStepsMs(-5, 64_000), 0);
  assert.equal(wholeStepsMs(5, 63), 5, 'a half-life shorter than its steps has none');
});
