/** How far a connection has been held against its provider's list, and which of our legs are in it. */
import type { LegInBooks } from '../domain/compare-with-list.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { EnvironmentKeys } from './keyring.ts';
import { refOf } from './link-sessions.ts';

export type StatementRole = 'payment' | 'payout';

export interface ReconciliationProgress {
  readonly reconciledUntil: Date;
  /** The span that is being read, and where in it. */
  readonly window?: { readonly until: Date; readonly role: StatementRole; readonly cursor?: string };
}

export interface ListedLeg extends LegInBooks {
  readonly key: string;
  readonly legId: string;
  readonly paymentId: string;
}

interface LegRow {
  readonly key: string;
  readonly leg_id: string;
  readonly payment_intent_id: string;
  readonly status: LegInBooks['status'];
  readonly receive: LegInBooks['receive'];
  readonly provider_ref: Buffer | null;
}

const selectProgress: Statement<{
  readonly reconciled_until: Date;
  readonly window_until: Date | null;
  readonly role: StatementRole | null;
  readonly cursor: string | null;
}> = {
  name: 'reconciliation-progress',
  text: `select reconciled_until, window_until, role, cursor from switchyard.reconciliation
    where environment_id = $1 and connection_id = $2`,
};

const putProgress: Statement<never> = {
  name: 'reconciliation-put-progress',
  text: `insert into switchyard.reconciliation (environment_id, connection_id, reconciled_until, window_until, role, cursor)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (environment_id, connection_id) do update set reconciled_until = excluded.reconciled_until,
      window_until = excluded.window_until, role = excluded.role, cursor = excluded.cursor`,
};

const LEG_COLUMNS = `o.id as key, l.id as leg_id, l.payment_intent_id, l.status, l.body -> 'receive' as receive, l.provider_ref`;
const LEG_FROM = `switchyard.rail_operation o
  join switchyard.leg l on l.environment_id = o.environment_id and l.id = o.leg_id`;

/** By our key or by what the provider calls it; and noted as listed. */
const markListed: Statement<LegRow> = {
  name: 'reconciliation-mark-listed',
  text: `with found as (
      select ${LEG_COLUMNS} from ${LEG_FROM}
      where o.environment_id = $1 and o.call = 'start' and l.connection_id = $2 and o.id = any($3::text[])
      union all
      select ${LEG_COLUMNS} from switchyard.leg l
        join switchyard.rail_operation o on o.environment_id = l.environment_id and o.leg_id = l.id and o.call = 'start'
      where l.environment_id = $1 and l.connection_id = $2 and l.provider_ref = any($4::bytea[])
    ), marked as (
      update switchyard.rail_operation o set listed_at = $5 from found f
      where o.environment_id = $1 and o.id = f.key and o.call = 'start' returning o.id
    )
    select f.* from found f`,
};

const selectUnlisted: Statement<LegRow> = {
  name: 'reconciliation-unlisted',
  text: `select ${LEG_COLUMNS} from ${LEG_FROM}
    where o.environment_id = $1 and o.call = 'start' and o.begun_at >= $3 and o.begun_at < $4 and o.listed_at is null
      and l.connection_id = $2 and l.status in ('settled', 'returning', 'returned')
      and (l.body ->> 'kind' = 'payout') = $5::boolean and l.body ->> 'scheme' = any($6::text[])
    order by o.begun_at`,
};

export async function findProgress(
  db: Database,
  environmentId: string,
  connectionId: string,
): Promise<ReconciliationProgress | undefined> {
  const [row] = await db.read(environmentId, selectProgress, [environmentId, connectionId]);
  if (row === undefined) return undefined;
  const { reconciled_until: reconciledUntil, window_until: until, role, cursor } = row;
  if (until === null || role === null) return { reconciledUntil };
  return { reconciledUntil, window: { until, role, ...(cursor === null ? {} : { cursor }) } };
}

export function saveProgress(
  tx: Transaction,
  connectionId: string,
  { reconciledUntil, window }: ReconciliationProgress,
): void {
  const { until = null, role = null, cursor = null } = window ?? {};
  tx.send(putProgress, [tx.environmentId, connectionId, reconciledUntil, until, role, cursor]);
}

/** The legs behind what a provider lists, by our key and by its reference. */
export async function takeListed(
  tx: Transaction,
  keys: EnvironmentKeys,
  connectionId: string,
  listed: readonly { readonly ref: string; readonly key?: string }[],
  at: Date,
): Promise<(one: { readonly ref: string; readonly key?: string }) => ListedLeg | undefined> {
  const fingerprint = (ref: string) => refOf(keys, connectionId, ref);
  const rows = await tx.query(markListed, [
    tx.environmentId,
    connectionId,
    listed.flatMap(({ key }) => (key === undefined ? [] : [key])),
    listed.map(({ ref }) => fingerprint(ref)),
    at,
  ]);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const byRef = new Map(rows.map((row) => [row.provider_ref?.toString('hex'), row]));
  return ({ ref, key }) => {
    const row =
      (key === undefined ? undefined : byKey.get(key)) ?? byRef.get(fingerprint(ref).toString('hex'));
    return row === undefined ? undefined : listedLegOf(row);
  };
}

/** What we say was made in this span, over these schemes, and no list has shown. */
export async function findUnlisted(
  tx: Transaction,
  connectionId: string,
  span: {
    readonly from: Date;
    readonly until: Date;
    readonly role: StatementRole;
    readonly schemes: readonly string[];
  },
): Promise<readonly ListedLeg[]> {
  const { from, until, role, schemes } = span;
  const values = [tx.environmentId, connectionId, from, until, role === 'payout', schemes];
  return (await tx.query(selectUnlisted, values)).map(listedLegOf);
}

function listedLegOf({ key, leg_id, payment_intent_id, status, receive }: LegRow): ListedLeg {
  return { key, legId: leg_id, paymentId: payment_intent_id, status, receive };
}
