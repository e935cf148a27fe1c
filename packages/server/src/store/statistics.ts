/**
 * Statistics, counted from the rows themselves. Each subject has a query that says what its items are: when, over which rail, where, how
 * it ended, how long it took, what it moved and what it cost. The rest is the same for all: put into buckets and groups, counted and summed.
 * How many items there are is looked up first, so that nothing without an end is begun; and it runs on a connection of its own, so that no
 * request of the product stands behind it.
 */
import { STATISTICS_GROUPS_MAX, STATISTICS_ITEMS_MAX } from '@switchyard/contract';
import type { Database, Statement, Transaction } from './database.ts';

export type StatisticsSubject = 'payments' | 'legs' | 'operations' | 'outcomes';

export interface StatisticsRequest {
  readonly of: StatisticsSubject;
  readonly from: Date;
  readonly to: Date;
  readonly bucket?: 'hour' | 'day';
  readonly by?: 'rail' | 'country' | 'institution';
  readonly rail?: string;
  readonly country?: string;
  readonly institution?: string;
  /** Operations that count where the payee is. */
  readonly ofPayee: readonly string[];
}

export interface StatisticsRow {
  readonly start: Date;
  /** Empty where it is not known, where nothing is grouped, and of the rest. */
  readonly group: string;
  readonly is_rest: boolean;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly open: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly sums: readonly StatisticsSum[] | null;
}

export interface StatisticsSum {
  readonly kind: 'volume' | 'cost';
  readonly asset: string;
  /** In minor units; but what outcomes cost is in decimal major units, as it was reported. */
  readonly value: string;
  readonly amounts: number;
}

/** What it works on stays in memory, and it takes one core: there are requests to be answered beside it. */
const workAlone: Statement<never> = {
  name: 'statistics-work-alone',
  text: `select set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true),
    set_config('jit', 'off', true)`,
};

const countPayments: Statement<Counted> = {
  name: 'statistics-count-payments',
  text: countOf('payment_intent', 'created_at'),
};
const countLegs: Statement<Counted> = { name: 'statistics-count-legs', text: countOf('leg', 'created_at') };
const countOperations: Statement<Counted> = {
  name: 'statistics-count-operations',
  text: countOf('rail_operation', 'begun_at'),
};
const countOutcomes: Statement<Counted> = {
  name: 'statistics-count-outcomes',
  text: countOf('outcome', 'created_at'),
};

/** What comes back later changes a payment that has ended; how long it took stays. Where its end is not known its last change stands for it. */
const ofPayments: Statement<StatisticsRow> = {
  name: 'statistics-payments',
  text: statisticsOf(`
    select p.created_at as at, coalesce(l.rail, '') as rail, coalesce(a.country, '') as country,
      coalesce(a.institution_id, '') as institution,
      case when p.status in ('succeeded', 'failed', 'cancelled') then p.status else 'open' end as result,
      case p.status when 'succeeded' then extract(epoch from coalesce(p.ended_at, p.updated_at) - p.created_at) end as seconds,
      m.send ->> 'asset' as volume_asset, (m.send ->> 'value')::numeric as volume,
      m.cost ->> 'asset' as cost_asset, (m.cost ->> 'value')::numeric as cost, null::json as fees
    from switchyard.payment_intent p
    left join switchyard.leg l
      on l.environment_id = p.environment_id and l.payment_intent_id = p.id and l.sequence = 1
    left join switchyard.account a on a.environment_id = p.environment_id and a.id = p.from_account_id
    left join switchyard.route_quote q on q.environment_id = p.environment_id and q.id = p.quote_id
    left join lateral (select p.body -> 'send' as send, q.body -> 'cost' as cost offset 0) m on p.status = 'succeeded'
    where p.environment_id = $1 and p.created_at >= $2 and p.created_at < $3`),
};

/** What a provider says it took stands for the fees that were quoted; what rounding leaves over is nobody's charge. */
const ofLegs: Statement<StatisticsRow> = {
  name: 'statistics-legs',
  text: statisticsOf(`
    select l.created_at as at, l.rail, coalesce(a.country, '') as country,
      coalesce(a.institution_id, '') as institution,
      case when l.status = 'settled' then 'succeeded' when l.status in ('failed', 'returned') then 'failed'
        when l.status = 'cancelled' then 'cancelled' else 'open' end as result,
      case l.status when 'settled' then extract(epoch from l.updated_at - (
        select min(o.begun_at) from switchyard.rail_operation o
        where o.environment_id = l.environment_id and o.leg_id = l.id)) end as seconds,
      case l.status when 'settled' then b.send ->> 'asset' end as volume_asset, (b.send ->> 'value')::numeric as volume,
      case l.status when 'settled' then b.charged ->> 'asset' end as cost_asset, (b.charged ->> 'value')::numeric as cost,
      case when l.status = 'settled' and b.charged is null then b.fees end as fees
    from switchyard.leg l
    cross join lateral json_to_record(l.body)
      as b (capability text, send json, charged json, fees json, "compensationOf" text)
    join switchyard.payment_intent p on p.environment_id = l.environment_id and p.id = l.payment_intent_id
    left join switchyard.account a on a.environment_id = l.environment_id
      and a.id = case when b.capability = any($9) then p.to_account_id else p.from_account_id end
    where l.environment_id = $1 and l.created_at >= $2 and l.created_at < $3 and b."compensationOf" is null`),
};

const ofOperations: Statement<StatisticsRow> = {
  name: 'statistics-operations',
  text: statisticsOf(`
    select o.begun_at as at, l.rail, coalesce(a.country, '') as country,
      coalesce(a.institution_id, '') as institution,
      case o.status when 'answered' then 'succeeded' when 'open' then 'open' else 'failed' end as result,
      case o.status when 'answered' then extract(epoch from o.ended_at - o.begun_at) end as seconds,
      null as volume_asset, null::numeric as volume, null as cost_asset, null::numeric as cost, null::json as fees
    from switchyard.rail_operation o
    join switchyard.leg l on l.environment_id = o.environment_id and l.id = o.leg_id
    join switchyard.payment_intent p on p.environment_id = l.environment_id and p.id = l.payment_intent_id
    left join switchyard.account a on a.environment_id = l.environment_id
      and a.id = case when l.body ->> 'capability' = any($9) then p.to_account_id else p.from_account_id end
    where o.environment_id = $1 and o.begun_at >= $2 and o.begun_at < $3`),
};

/**
 * Where the service made the decision, it says where it was for and how much; else the report says where. To read JSON takes longer than
 * all else that is done here, so each text is read once: whole, where several members of it are wanted.
 */
const ofOutcomes: Statement<StatisticsRow> = {
  name: 'statistics-outcomes',
  text: statisticsOf(`
    select o.created_at as at, o.rail, coalesce(s.side ->> 'country', '') as country,
      coalesce(s.side ->> 'institution', '') as institution, o.status as result,
      case o.status when 'succeeded' then b."latencyMs" / 1000.0 end as seconds,
      case o.status when 'succeeded' then q.request #>> '{amount,asset}' end as volume_asset,
      (q.request #>> '{amount,value}')::numeric as volume,
      'iso4217:' || (b."providerFee" ->> 'currency') as cost_asset, (b."providerFee" ->> 'amount')::numeric as cost,
      null::json as fees
    from switchyard.outcome o
    cross join lateral json_to_record(o.body) as b ("latencyMs" integer, "providerFee" json, context jsonb)
    left join switchyard.decision d on d.environment_id = o.environment_id and d.id = o.decision_id
    cross join lateral (select d.request::jsonb as request offset 0) q
    cross join lateral (select case when b.context is not null then b.context
      when q.request ->> 'operation' = any($9) then coalesce(q.request -> 'payee', q.request -> 'payer')
      else q.request -> 'payer' end as side offset 0) s
    where o.environment_id = $1 and o.created_at >= $2 and o.created_at < $3`),
};

const SUBJECTS: Readonly<Record<StatisticsSubject, readonly [Statement<Counted>, Statement<StatisticsRow>]>> =
  {
    payments: [countPayments, ofPayments],
    legs: [countLegs, ofLegs],
    operations: [countOperations, ofOperations],
    outcomes: [countOutcomes, ofOutcomes],
  };

/** Undefined when there is more to count than one answer may. */
export function readStatistics(
  db: Database,
  environmentId: string,
  request: StatisticsRequest,
): Promise<readonly StatisticsRow[] | undefined> {
  return db.transaction(environmentId, async (tx) => ({ commit: false, value: await count(tx, request) }));
}

async function count(
  tx: Transaction,
  request: StatisticsRequest,
): Promise<readonly StatisticsRow[] | undefined> {
  const { of, from, to, bucket, by, rail, country, institution, ofPayee } = request;
  const [counting, select] = SUBJECTS[of];
  const span = [tx.environmentId, from, to];
  tx.send(workAlone, []);
  const [counted] = await tx.query(counting, span);
  if (counted === undefined || counted.items > STATISTICS_ITEMS_MAX) return undefined;
  const narrowed = [rail ?? null, country ?? null, institution ?? null];
  return tx.query(select, [...span, bucket ?? '', by ?? '', ...narrowed, ofPayee]);
}

interface Counted {
  readonly items: number;
}

/** As far as it matters. */
function countOf(table: string, column: string): string {
  return `select count(*)::integer as items from (
    select from switchyard.${table} where environment_id = $1 and ${column} >= $2 and ${column} < $3
    limit ${STATISTICS_ITEMS_MAX + 1}) found`;
}

function statisticsOf(items: string): string {
  return `with item as materialized (
      select i.*,
        case $4 when 'hour' then date_trunc('hour', i.at, 'UTC') when 'day' then date_trunc('day', i.at, 'UTC') else $2 end as start,
        case $5 when 'rail' then i.rail when 'country' then i.country when 'institution' then i.institution else '' end as named
      from (${items}) i
      where ($6::text is null or i.rail = $6) and ($7::text is null or i.country = $7)
        and ($8::text is null or i.institution = $8) and $9::text[] is not null
    ), largest as (
      select named from item group by named order by count(*) desc, named limit ${STATISTICS_GROUPS_MAX}
    ), placed as materialized (
      select i.*, coalesce(g.named, '') as "group", g.named is null as is_rest
      from item i left join largest g on g.named = i.named
    ), counted as (
      select start, "group", is_rest, count(*)::integer as total,
        count(*) filter (where result = 'succeeded')::integer as succeeded,
        count(*) filter (where result = 'failed')::integer as failed,
        count(*) filter (where result = 'cancelled')::integer as cancelled,
        count(*) filter (where result = 'open')::integer as open,
        percentile_disc(array[0.5, 0.95]) within group (order by seconds::double precision) as seconds
      from placed group by start, "group", is_rest
    ), amount as (
      select start, "group", is_rest, 'volume' as kind, volume_asset as asset, volume as value
        from placed where volume_asset is not null
      union all select start, "group", is_rest, 'cost', cost_asset, cost from placed where cost_asset is not null
      union all select start, "group", is_rest, 'cost', f #>> '{amount,asset}', (f #>> '{amount,value}')::numeric
        from placed, json_array_elements(fees) f where f ->> 'name' <> 'rounding'
    ), summed as (
      select start, "group", is_rest, kind, asset, sum(value)::text as value, count(*)::integer as amounts
      from amount group by start, "group", is_rest, kind, asset
    ), listed as (
      select start, "group", is_rest,
        json_agg(json_build_object('kind', kind, 'asset', asset, 'value', value, 'amounts', amounts) order by kind, asset) as sums
      from summed group by start, "group", is_rest
    )
    select c.start, c."group", c.is_rest, c.total, c.succeeded, c.failed, c.cancelled, c.open,
      c.seconds[1] * 1000 as p50_ms, c.seconds[2] * 1000 as p95_ms, s.sums
    from counted c
    left join listed s on s.start = c.start and s."group" = c."group" and s.is_rest = c.is_rest
    order by c.start, c.is_rest, c.total desc, c."group"`;
}
