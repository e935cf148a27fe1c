import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writePage } from './page.ts';
import type { PolicySummary, Summary } from './summary.ts';

const SIZE = { durationMs: 8 * 3_600_000, payments: 9_600 };

test('the lowest of ours and the published policies is bold, and a loss is owned up to', () => {
  const page = pageOf(
    summaryOf({ switchyard: 3, window: 2, blocks: 4, 'window+price': 2, static: 0 }, false),
  );
  assert.match(page, /\| \[all-bad\]\(#all-bad\) \| 3 ± 0 \| \*\*2 ± 0\*\* \| 4 ± 0 \| 2 ± 0 \| 0 ± 0 \|/);
  assert.match(page, /in 0 of 1 scenarios/);
  assert.match(page, /- \*\*all-bad\*\*: Not lower than window \(in 0 of 1 seeds\)\. Two things cost us/);
});

test('without a loss it says so, and every scenario has its picture', () => {
  const page = pageOf(summaryOf({ switchyard: 1, window: 2, blocks: 4 }, true));
  assert.match(page, /Nowhere, with these seeds\./);
  assert.match(page, /!\[.+\]\(routing\/all-bad\.svg\)/);
  assert.match(page, /the\nseeds 101 to 102\./);
});

function pageOf(summary: Summary): string {
  return writePage({
    summaries: [summary],
    seeds: [101, 102],
    size: SIZE,
    sensitivity: [{ change: 'as chosen', totalRegret: 1 }],
    sensitivitySeeds: [101],
  });
}

function summaryOf(regrets: Readonly<Record<string, number>>, isLower: boolean): Summary {
  const policies = Object.entries(regrets).map(
    ([policy, mean]): PolicySummary => ({
      policy,
      regret: { mean, deviation: 0 },
      successRate: 0.9,
      costPerSuccess: 1,
      leaving: undefined,
      returning: undefined,
    }),
  );
  const against = [{ policy: 'window', isLower, seedsLower: isLower ? 1 : 0, seeds: 1 }];
  return { scenario: 'all-bad', about: 'All is bad.', policies, against };
}
