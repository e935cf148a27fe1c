import { STATISTICS_BUCKETS_MAX, STATISTICS_ITEMS_MAX, STATISTICS_SPAN_DAYS_MAX } from '@switchyard/contract';
import { CAPABILITY_IDS, countingParty, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { readStatistics } from '../store/statistics.ts';
import type { ManageHandler } from './operation.ts';
import { presentStatisticsRow } from './present-statistics-row.ts';

export const getStatistics: ManageHandler<'statistics.get'> = {
  kind: 'read',
  async run({ deps, environment }, { query }) {
    const [from, to] = [new Date(query.from), new Date(query.to)];
    const checked = checkSpan(from, to, query.bucket);
    if (!checked.ok) return checked;
    const endTurn = await deps.takeStatisticsTurn();
    if (endTurn === undefined) return fail('rate_limited', 'statistics.busy', { retryAfterS: BUSY_S });
    const asked = { ...query, from, to, ofPayee: OF_PAYEE };
    const rows = await readStatistics(deps.db, environment.id, asked).finally(endTurn);
    if (rows === undefined) {
      const vars = { max: String(STATISTICS_ITEMS_MAX) };
      return fail('invalid_request', 'statistics.too_much', { param: 'from', vars });
    }
    const { of, bucket, by } = query;
    return {
      ok: true,
      value: {
        object: 'statistics',
        of,
        from: from.toISOString(),
        to: to.toISOString(),
        ...(bucket === undefined ? {} : { bucket }),
        ...(by === undefined ? {} : { by }),
        data: rows.map((row) => presentStatisticsRow(of, row)),
      },
    };
  },
};

/** By then one of those that are counted now will most likely be done. */
const BUSY_S = 5;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS } as const;

function checkSpan(
  from: Date,
  to: Date,
  bucket: keyof typeof BUCKET_MS | undefined,
): Result<undefined, Failure> {
  const spanMs = to.getTime() - from.getTime();
  if (spanMs <= 0) return fail('invalid_request', 'statistics.no_time', { param: 'to' });
  if (spanMs > STATISTICS_SPAN_DAYS_MAX * DAY_MS) {
    const vars = { days: String(STATISTICS_SPAN_DAYS_MAX) };
    return fail('invalid_request', 'statistics.too_long', { param: 'from', vars });
  }
  if (bucket === undefined) return { ok: true, value: undefined };
  const first = Math.floor(from.getTime() / BUCKET_MS[bucket]);
  const buckets = Math.ceil(to.getTime() / BUCKET_MS[bucket]) - first;
  if (buckets <= STATISTICS_BUCKETS_MAX) return { ok: true, value: undefined };
  const vars = { buckets: String(buckets), max: String(STATISTICS_BUCKETS_MAX) };
  return fail('invalid_request', 'statistics.too_fine', { param: 'bucket', vars });
}

/** As the engine sees it when it decides, and when it learns. */
const [PAYER, PAYEE] = [{ country: '' }, { country: '' }];
const OF_PAYEE = CAPABILITY_IDS.filter(
  (operation) =>
    countingParty({ operation, amount: { value: '1', asset: '' }, payer: PAYER, payee: PAYEE }) === PAYEE,
);
