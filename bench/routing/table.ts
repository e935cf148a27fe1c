/** The report as text: the same cells for a terminal and for a page. */
import { isWon, type PolicySummary, type Summary, type TimingSummary } from './summary.ts';

export const COLUMNS = [
  'policy',
  'regret',
  '±',
  'success',
  'cost per success',
  'leaves after',
  'returns after',
] as const;

export function policyRow({
  policy,
  regret,
  successRate,
  costPerSuccess,
  leaving,
  returning,
}: PolicySummary): readonly string[] {
  return [
    policy,
    regret.mean.toFixed(0),
    regret.deviation.toFixed(0),
    `${(100 * successRate).toFixed(2)} %`,
    costPerSuccess.toFixed(3),
    describeTiming(leaving),
    describeTiming(returning),
  ];
}

export function describeSummaries(summaries: readonly Summary[]): string {
  const rows = summaries.flatMap(({ policies }) => policies.map(policyRow));
  const widths = COLUMNS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const blocks = summaries.map((summary) =>
    [
      `${summary.scenario}: ${summary.about}`,
      line(COLUMNS),
      ...summary.policies.map((policy) => line(policyRow(policy))),
      describeVerdict(summary),
      '',
    ].join('\n'),
  );
  return [...blocks, describeScore(summaries)].join('\n');
}

export function describeScore(summaries: readonly Summary[]): string {
  const won = summaries.filter(isWon).length;
  return `Lower regret than both published policies in ${won} of ${summaries.length} scenarios.`;
}

export function describeVerdict({ against }: Summary): string {
  return against
    .map(
      ({ policy, isLower, seedsLower, seeds }) =>
        `${isLower ? 'Lower' : 'Not lower'} than ${policy} (in ${seedsLower} of ${seeds} seeds).`,
    )
    .join(' ');
}

/** A mean that some had not reached by the end is only a lower bound, and says so. */
function describeTiming(timing: TimingSummary | undefined): string {
  if (timing === undefined) return '–';
  const { meanMinutes, count, never } = timing;
  if (never === count) return 'never';
  const mean = `${meanMinutes.toFixed(1)} min`;
  return never === 0 ? mean : `> ${mean} (${never} of ${count} never)`;
}
