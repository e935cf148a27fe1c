/**
 * Clears away what is older than it is kept for: the oldest first, a batch at a time, each in a transaction of its own, so that
 * nobody ever waits long for a lock of ours. To clear another table, add a line to `domain/retention.ts` and one to `RULES`.
 */
import { idAt } from '../domain/ids.ts';
import { requestIdAt } from '../domain/request-id.ts';
import type { Retained } from '../domain/retention.ts';
import type { Database, Statement, Transaction } from './database.ts';

interface Rule {
  /** The primary key behind the environment. */
  readonly key: readonly string[];
  /** The column that dates a row; an index that begins with the environment leads to it. An id tells the time by itself. */
  readonly by:
    | { readonly column: string }
    | { readonly column: 'id'; readonly idAt: (atMs: number) => string };
  /** SQL: which rows `r` stay although they are old. */
  readonly unless?: string;
  /** True when a row that stays may go later, so that it has to be looked at again. */
  readonly isPassing?: true;
}

const RULES: Readonly<Record<Exclude<Retained, 'event' | 'ended_credential'>, Rule>> = {
  decision: { key: ['id'], by: { column: 'id', idAt: (atMs) => idAt('dec_', atMs) } },
  outcome: { key: ['decision_id', 'rail', 'status'], by: { column: 'created_at' } },
  route_quote: {
    key: ['id'],
    by: { column: 'id', idAt: (atMs) => idAt('qt_', atMs) },
    unless: `exists (select from switchyard.payment_intent p
      where p.environment_id = r.environment_id and p.quote_id = r.id)`,
  },
  provider_notice: { key: ['connection_id', 'delivery_id'], by: { column: 'received_at' } },
  webhook_message: {
    key: ['endpoint_id', 'event_id'],
    by: { column: 'created_at' },
    unless: `r.status = 'pending'`,
    isPassing: true,
  },
  request_log: { key: ['id'], by: { column: 'id', idAt: requestIdAt } },
  idempotency_key: { key: ['key'], by: { column: 'expires_at' } },
  routing_snapshot: {
    key: ['digest'],
    by: { column: 'used_at' },
    unless: `exists (select from switchyard.decision d
        where d.environment_id = $1 and d.snapshot_digest = r.digest)
      or r.version = (select max(version) from switchyard.routing_snapshot where environment_id = $1)`,
    isPassing: true,
  },
};

/** Answers how many rows of this kind were cleared away, at most `max`: all that were due when there are fewer. */
export async function clearAway(
  db: Database,
  environmentId: string,
  what: Retained,
  until: Date,
  max: number,
): Promise<number> {
  return db.transaction(environmentId, async (tx) => ({
    commit: true,
    value: await clearBatch(tx, what, until, max),
  }));
}

function clearBatch(tx: Transaction, what: Retained, until: Date, max: number): Promise<number> {
  switch (what) {
    case 'event':
      return removeEvents(tx, until, max);
    case 'ended_credential':
      return clearCredentials(tx, until, max);
    default:
      return deleteBatch(tx, what, until, max);
  }
}

/** What stands outside every environment is reached by a function only. */
const clearEnded: Statement<{ readonly cleared: number }> = {
  name: 'retention-clear-credentials',
  text: 'select switchyard.clear_ended_credentials($1, $2, $3) as cleared',
};

async function clearCredentials(tx: Transaction, until: Date, max: number): Promise<number> {
  const [row] = await tx.query(clearEnded, [tx.environmentId, until, max]);
  return row?.cleared ?? 0;
}

interface Deleted {
  readonly count: number;
  readonly last: string | null;
}

const DELETES = Object.fromEntries(
  Object.entries(RULES).map(([what, rule]) => [what, deleteOf(what, rule)]),
) as Readonly<Record<keyof typeof RULES, Statement<Deleted>>>;

function deleteOf(what: string, { key, by, unless = 'false' }: Rule): Statement<Deleted> {
  const type = 'idAt' in by ? 'text' : 'timestamptz';
  const lowest = 'idAt' in by ? `''` : `'-infinity'`;
  return {
    name: `retention-delete-${what}`,
    text: `with old as (
        select ${key.map((column) => `r.${column}`).join(', ')} from switchyard.${what} r
        where r.environment_id = $1 and r.${by.column} < $2::${type} and r.${by.column} >= coalesce((
            select m.through::${type} from switchyard.retention_mark m
            where m.environment_id = $1 and m.what = '${what}'), ${lowest})
          and not (${unless})
        order by r.${by.column} limit $3
      ), gone as (
        delete from switchyard.${what} r using old
        where r.environment_id = $1 and ${key.map((column) => `r.${column} = old.${column}`).join(' and ')}
        returning r.${by.column} as dated
      )
      select count(*)::integer as count, max(dated)::text as last from gone`,
  };
}

const mark: Statement<never> = {
  name: 'retention-mark',
  text: `insert into switchyard.retention_mark as m (environment_id, what, through) values ($1, $2, $3)
    on conflict (environment_id, what) do update set through = excluded.through`,
};

async function deleteBatch(
  tx: Transaction,
  what: keyof typeof RULES,
  until: Date,
  max: number,
): Promise<number> {
  const { by, isPassing } = RULES[what];
  const horizon = 'idAt' in by ? by.idAt(until.getTime()) : until.toISOString();
  const [deleted] = await tx.query(DELETES[what], [tx.environmentId, horizon, max]);
  const count = deleted?.count ?? 0;
  if (isPassing !== true) {
    // Fewer than asked for: everything up to the horizon has been looked at.
    const through = count < max ? horizon : (deleted?.last ?? horizon);
    tx.send(mark, [tx.environmentId, what, through]);
  }
  return count;
}

const removeHead: Statement<{
  readonly removed: number;
  readonly last_sequence: string | null;
  readonly last_id: string | null;
}> = {
  name: 'retention-remove-events',
  text: 'select * from switchyard.remove_events($1, $2, $3)',
};

/** The greatest id ever removed only grows: ids of several nodes are not quite in the order of the log. */
const markRemovedId: Statement<never> = {
  name: 'retention-mark-removed-id',
  text: `insert into switchyard.retention_mark as m (environment_id, what, through) values ($1, 'event.id', $2)
    on conflict (environment_id, what) do update set through = greatest(m.through, excluded.through)`,
};

async function removeEvents(tx: Transaction, until: Date, max: number): Promise<number> {
  const [head] = await tx.query(removeHead, [tx.environmentId, until, max]);
  if (head === undefined || head.last_sequence === null) return 0;
  tx.send(mark, [tx.environmentId, 'event', head.last_sequence]);
  tx.send(markRemovedId, [tx.environmentId, head.last_id]);
  return head.removed;
}
