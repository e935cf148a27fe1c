import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyResult, ScenarioResult } from './measure.ts';
import { calm } from './scenarios/calm.ts';
import { isWon, summarise } from './summary.ts';
import { describeScore, describeSummaries } from './table.ts';

test('means, deviations and the seeds in which ours was lower', () => {
  const summary = summarise(
    resultOf({ switchyard: [100, 300], window: [200, 250], blocks: [5_000, 6_000], static: [0, 0] }),
  );
  assert.deepEqual(summary.policies[0]?.regret, { mean: 2, deviation: Math.SQRT2 });
  assert.deepEqual(summary.against, [
    { policy: 'window', isLower: true, seedsLower: 1, seeds: 2 },
    { policy: 'blocks', isLower: true, seedsLower: 2, seeds: 2 },
  ]);
  assert.equal(isWon(summary), true, 'the static order is no published policy');
});

test('losing to one published policy is losing', () => {
  const summary = summarise(resultOf({ switchyard: [300], window: [300], blocks: [900] }));
  assert.equal(isWon(summary), false, 'a tie is not lower');
  assert.match(describeSummaries([summary]), /Not lower than window \(in 0 of 1 seeds\)\. Lower than blocks/);
  assert.match(describeScore([summary]), /in 0 of 1 scenarios/);
});

test('times that never came are told as a bound', () => {
  const timings = (never: number) =>
    Array.from({ length: 2 }, (_, index) => ({ ms: 60_000, happened: index >= never }));
  const text = (never: number) => {
    const result = resultOf({ switchyard: [1], window: [1], blocks: [1] });
    const policies = result.policies.map((policy) => ({ ...policy, leaving: timings(never) }));
    return describeSummaries([summarise({ ...result, policies })]);
  };
  assert.match(text(0), / {2}1\.0 min {2}/);
  assert.match(text(1), /> 1\.0 min \(1 of 2 never\)/);
  assert.match(text(2), /never/);
});

function resultOf(regrets: Readonly<Record<string, readonly number[]>>): ScenarioResult {
  const policies = Object.entries(regrets).map(
    ([policy, regretMinor]): PolicyResult => ({
      policy,
      regretMinor,
      successRate: [0.9],
      costPerSuccessMinor: [50],
      leaving: [],
      returning: [],
      regretCurveMinor: [],
    }),
  );
  return { scenario: calm, policies };
}
