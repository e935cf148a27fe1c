/** What a run found, and how it reads in a terminal. */
import type { Machine } from './machine.ts';
import type { Measured } from './rounds.ts';

export interface Report {
  readonly machine: Machine;
  readonly clients: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly comparisons: readonly Measured[];
  /** Sentences a reader needs: what was skipped, what was sent, who was busy. */
  readonly notes: readonly string[];
}

export type Verdict = 'met' | 'missed' | 'unclear' | 'for information';

const HEADINGS = ['', 'against', 'ours/s', 'theirs/s', 'ratio', 'min..max', 'target', 'verdict'] as const;
/** Columns before this one hold words and stand left; the others hold numbers and stand right. */
const WORD_COLUMNS = 2;

export function describeReport(report: Report): string {
  const { machine } = report;
  const rows = [HEADINGS, ...report.comparisons.map(row)];
  return [
    `Node ${machine.node}, ${machine.platform}, ${machine.cores} cores, ${percent(machine.busyBefore)} of them busy with other work before the start, load ${machine.load1.toFixed(1)}.`,
    `${report.clients} clients; ${report.rounds} rounds of ${report.seconds} s each, in turns. A ratio is ours to theirs within a round: the median, and the rounds at either end.`,
    '',
    ...table(rows),
    '',
    ...report.notes,
  ].join('\n');
}

/** Noise may put a target within reach of some rounds and out of reach of others; then nobody knows. */
export function verdictOf({ ratio, target }: Pick<Measured, 'ratio' | 'target'>): Verdict {
  if (target === undefined) return 'for information';
  if (ratio.min >= target) return 'met';
  return ratio.max < target ? 'missed' : 'unclear';
}

function row(measured: Measured): readonly string[] {
  const { ratio, target } = measured;
  const verdict = verdictOf(measured);
  const leaning =
    target !== undefined && ratio.median >= target ? 'met by the median' : 'missed by the median';
  return [
    measured.what,
    measured.against,
    Math.round(measured.oursPerSecond.median).toLocaleString('en'),
    Math.round(measured.theirsPerSecond.median).toLocaleString('en'),
    ratio.median.toFixed(2),
    `${ratio.min.toFixed(2)}..${ratio.max.toFixed(2)}`,
    target === undefined ? '' : target.toFixed(2),
    verdict === 'unclear' ? leaning : verdict,
  ];
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  const last = HEADINGS.length - 1;
  return rows.map((cells) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < WORD_COLUMNS || column === last ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
