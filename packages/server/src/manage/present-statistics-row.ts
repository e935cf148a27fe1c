import { invariant } from '@switchyard/engine';
import { feeMinor } from '../domain/provider-fee.ts';
import type { StatisticsRow, StatisticsSubject, StatisticsSum } from '../store/statistics.ts';
import type { Presented } from './operation.ts';

type PresentedRow = Presented<'statistics.get'>['data'][number];

const PPM = 1_000_000;

export function presentStatisticsRow(of: StatisticsSubject, row: StatisticsRow): PresentedRow {
  const { start, group, is_rest, total, succeeded, failed, cancelled, open, p50_ms, p95_ms } = row;
  const ended = succeeded + failed;
  const sums = row.sums ?? [];
  return {
    start: start.toISOString(),
    ...(group === '' ? {} : { group }),
    ...(is_rest ? { rest: true } : {}),
    total,
    succeeded,
    failed,
    cancelled,
    open,
    ...(ended === 0 ? {} : { successPpm: Math.floor((succeeded * PPM) / ended) }),
    ...(p50_ms === null || p95_ms === null
      ? {}
      : { latency: { p50Ms: wholeMs(p50_ms), p95Ms: wholeMs(p95_ms) } }),
    volume: sums.filter(({ kind }) => kind === 'volume').map(inMinorUnits),
    cost: sums.filter(({ kind }) => kind === 'cost').map(of === 'outcomes' ? inMajorUnits : inMinorUnits),
  };
}

/** Clocks of several nodes may differ by more than a quick call takes. */
function wholeMs(ms: number): number {
  return Math.max(0, Math.round(ms));
}

function inMinorUnits({ asset, value, amounts }: StatisticsSum): PresentedRow['cost'][number] {
  return { asset, value, amounts };
}

function inMajorUnits({ asset, value, amounts }: StatisticsSum): PresentedRow['cost'][number] {
  const minor = feeMinor({ amount: value, currency: asset.slice('iso4217:'.length) });
  invariant(minor !== undefined, 'a fee was reported in a currency that there is');
  return { asset, value: String(minor), amounts };
}
