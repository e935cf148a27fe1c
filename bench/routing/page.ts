/** The page about routing quality, written from the results, so that no number in it was typed by hand. */
import { EVIDENCE_OUTCOMES_MAX } from '@switchyard/engine';
import { VALUATION } from './expected-cost.ts';
import { BLOCK_OUTCOMES, BLOCKS_KEPT, BLOCKS_NEEDED, EXPLORATION_SHARE } from './policies/blocks.ts';
import { TUNING } from './policies/switchyard.ts';
import { HEDGING_SHARE, WINDOW_OUTCOMES } from './policies/window.ts';
import type { SensitivityRow } from './sensitivity.ts';
import { isWon, PUBLISHED, type Summary } from './summary.ts';
import { COLUMNS, describeScore, describeVerdict, policyRow } from './table.ts';
import type { Size } from './world.ts';

export interface PageInput {
  readonly summaries: readonly Summary[];
  readonly seeds: readonly number[];
  readonly size: Size;
  readonly sensitivity: readonly SensitivityRow[];
  readonly sensitivitySeeds: readonly number[];
}

/** Why ours does not do better there, as far as it was looked into; shown only while it is so. */
const REASONS: Readonly<Record<string, string>> = {
  'all-bad':
    'Two things cost us. The prior and the good evidence of the best rail hold its estimate up: from the fifth to the twentieth bad minute half of our payments still take it, and a fifth of the window’s. Then forgetting works against us: a rail that was left drifts back to the prior, looks better than one that is known to be bad, and until the end a fifth of the payments go on trying it. The same forgetting brings us back to the best rail when all is well again, where the window stays away.',
};

export function writePage(input: PageInput): string {
  const lost = input.summaries.filter((summary) => !isWon(summary));
  return [
    ...introduction(input),
    '## Result',
    '',
    `**${describeScore(input.summaries)}**`,
    '',
    ...overview(input.summaries),
    '',
    '### Where ours is not lower, and why',
    '',
    ...(lost.length === 0 ? ['Nowhere, with these seeds.'] : lost.map(describeLoss)),
    '',
    ...sensitivity(input),
    '## Scenario by scenario',
    '',
    ...input.summaries.flatMap(section),
  ].join('\n');
}

function introduction({ seeds, size }: PageInput): readonly string[] {
  const { reliability, exploration } = TUNING;
  const hours = size.durationMs / 3_600_000;
  return [
    '# Routing quality',
    '',
    '<!-- Written by `npm run bench -- routing --docs`; change the bench, not this page. -->',
    '',
    'A simulator sends the same payments over the same rails with different ways to choose the rail. Rails get better and worse,',
    'break down and come back, and nobody is told. What counts is *regret*: how much more the choices cost, in expectation,',
    'than those of an oracle that knows every rail’s true chance of success at every moment.',
    '',
    `The cost of a choice is the price of the payment, ${euros(VALUATION.failureMinor)} for a failure by the chance of one, and ${euros(VALUATION.hourMinor)} for`,
    `each hour it takes. Each run is ${hours} hours with ${size.payments} payments; there are ${seeds.length} runs of each scenario, with the`,
    `seeds ${seeds[0]} to ${seeds.at(-1)}. Regret is the mean of the runs in EUR, ± its standard deviation from run to run. Luck belongs to the`,
    'payment and the rail: policies that choose alike fare alike.',
    '',
    '## The policies',
    '',
    `- **switchyard**: this project’s engine as it is, \`recommended\`, from a snapshot cut at most once a second. Prior ${percent(reliability.priorPpm)} worth`,
    `  ${reliability.priorStrength} outcomes, half-life ${reliability.halfLifeMs / 60_000} minutes, floor ${percent(reliability.floorPpm)}, exploration ${percent(exploration.ratePpm)}; a cell remembers at most`,
    `  ${EVIDENCE_OUTCOMES_MAX} outcomes. The same in all scenarios. These parameters were chosen with seeds 7919, 2 × 7919 … 8 × 7919, none of which is reported on here.`,
    `- **window**: the last ${WINDOW_OUTCOMES} outcomes of each rail, beginning full of successes; the highest share wins, a tie is drawn;`,
    `  ${HEDGING_SHARE * 100} % hedging. As Juspay’s decision-engine documents it.`,
    `- **blocks**: the last ${BLOCKS_KEPT} finished blocks of ${BLOCK_OUTCOMES} outcomes, the newest weighing most; 100 % until there are ${BLOCKS_NEEDED}; ${EXPLORATION_SHARE * 100} % exploration. As`,
    '  Hyperswitch documented its success-based routing.',
    '- **window+price**, **blocks+price**: the same two estimates, but choosing by expected cost as we do. Nobody publishes these; they show',
    '  how much of the difference is knowing the price, and how much is learning.',
    '- **static**: a fixed order, best first on a good day. **oracle**: the measure itself.',
    '',
    'The two published policies look at success alone, and keep one score per rail. Their products can do more than these defaults (scores',
    'per country or method, cost-aware ranking); that is not measured here. So that the price is not the whole story, eight of the scenarios',
    'have the same price on every rail. All policies learn from the same reports at the same time; ours also counts a payment that stays silent',
    'beyond the rail’s usual 99th percentile as a failure in part.',
    '',
  ];
}

function overview(summaries: readonly Summary[]): readonly string[] {
  const names = summaries[0]?.policies.map(({ policy }) => policy) ?? [];
  return [
    `| regret, EUR | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---:').join('|')}|`,
    ...summaries.map(({ scenario, policies }) => {
      const contenders = policies.filter(({ policy }) => PUBLISHED.includes(policy) || policy === names[0]);
      const best = Math.min(...contenders.map(({ regret }) => regret.mean));
      const cells = policies.map((summary) => {
        const { regret } = summary;
        const value = `${regret.mean.toFixed(0)} ± ${regret.deviation.toFixed(0)}`;
        return contenders.includes(summary) && regret.mean === best ? `**${value}**` : value;
      });
      return `| [${scenario}](#${scenario}) | ${cells.join(' | ')} |`;
    }),
    '',
    'Bold is the lowest of switchyard and the two published policies.',
  ];
}

function describeLoss(summary: Summary): string {
  const reason = REASONS[summary.scenario] ?? 'Not understood yet.';
  return `- **${summary.scenario}**: ${describeVerdict(summary)} ${reason}`;
}

function sensitivity({ sensitivity: rows, sensitivitySeeds }: PageInput): readonly string[] {
  if (rows.length === 0) return [];
  return [
    '### How much it depends on our parameters',
    '',
    `Regret of a run added up over all scenarios, with the seeds ${sensitivitySeeds[0]} to ${sensitivitySeeds.at(-1)}, one parameter moved at a time.`,
    '',
    '| change | total regret, EUR |',
    '|---|---:|',
    ...rows.map(({ change, totalRegret }) => `| ${change} | ${totalRegret.toFixed(0)} |`),
    '',
    'The half-life is the one to think about: it should span a few hundred payments of the rail’s traffic. Too long, and a rail that',
    'mended is long distrusted; too short, and good rails are doubted for want of evidence.',
    '',
  ];
}

function section(summary: Summary): readonly string[] {
  const { scenario, about, policies } = summary;
  return [
    `### ${scenario}`,
    '',
    about,
    '',
    `| ${COLUMNS.join(' | ')} |`,
    `|---|${COLUMNS.slice(1)
      .map(() => '---:')
      .join('|')}|`,
    ...policies.map((policy) => `| ${policyRow(policy).join(' | ')} |`),
    '',
    describeVerdict(summary),
    '',
    `![How the regret grew in ${scenario}](routing/${scenario}.svg)`,
    '',
  ];
}

function euros(minor: number): string {
  return `EUR ${(minor / 100).toFixed(2)}`;
}

function percent(ppm: number): string {
  return `${ppm / 10_000} %`;
}
