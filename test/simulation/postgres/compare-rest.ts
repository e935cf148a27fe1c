/** What both databases hold when everything has come to rest: every row, the events in their order, and where the money is. */
import { moneyPosition } from '../../../packages/server/src/domain/payment/money-position.ts';
import { presentPayment } from '../../../packages/server/src/presenters/payment-intent.ts';
import type { Database, Statement } from '../../../packages/server/src/store/database.ts';
import { findPayment } from '../../../packages/server/src/store/payments.ts';
import { PLAIN_KEYS } from '../setting.ts';
import { STATEMENTS } from '../store/statements.ts';
import type { Row, Tables } from '../store/tables.ts';
import { differenceOf } from './difference.ts';
import type { TwinDatabase } from './twin-database.ts';

/** With the columns that tell their rows apart, in whose order they are compared. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  payment_intent: ['id'],
  leg: ['id'],
  rail_operation: ['id', 'call'],
  rail_sequence: ['connection_id'],
  event: ['sequence'],
  job: ['kind', 'subject_id'],
  provider_notice: ['delivery_id'],
  idempotency_key: ['key'],
};

/** Answers with the first difference; undefined when there is none. */
export async function compareRest(twin: TwinDatabase, tables: Tables): Promise<string | undefined> {
  for (const [table, by] of Object.entries(TABLES)) {
    const ours = tables.rows(undefined, table).map(([, row]) => asStored(table, row));
    const known = new Set(ours.flatMap((row) => Object.keys(row)));
    const theirs = (await twin.rowsOf(table)).map((row) => compared(table, row, known));
    const difference = differenceOf(inOrder(ours, by), inOrder(theirs, by));
    if (difference !== undefined) return `${table}: ${difference}`;
  }
  return comparePayments(twin, tables);
}

async function comparePayments(twin: TwinDatabase, tables: Tables): Promise<string | undefined> {
  for (const [id] of tables.rows(undefined, 'payment_intent')) {
    const [ours, theirs] = [await shownBy(readerOf(tables), id), await shownBy(twin.db, id)];
    const difference = differenceOf(ours, theirs);
    if (difference !== undefined) return `payment ${id}: ${difference}`;
  }
  return undefined;
}

async function shownBy(db: Pick<Database, 'read'>, id: string): Promise<readonly Row[]> {
  const payment = await findPayment(db as Database, PLAIN_KEYS, id);
  if (payment === undefined) return [];
  return [{ moneyPosition: moneyPosition(payment), presented: presentPayment(payment) }];
}

/** Reads the simulated database when nobody uses it any more. */
function readerOf(tables: Tables): Pick<Database, 'read'> {
  const open = tables.open('reader');
  const session = { tables, open, lockWaitMsMax: 0, nowMs: () => 0, held: [] };
  return {
    read: async <Result>(_: string, statement: Statement<Result>, values: readonly unknown[]) =>
      // What a statement selects is the promise of its author.
      (await STATEMENTS[statement.name]?.(session, values)) as unknown as readonly Result[],
  };
}

/** Times of jobs are numbers in the simulation, and numbers that grow are texts where they may outgrow a double. */
function asStored(table: string, row: Row): Row {
  if (table === 'event') return { ...row, sequence: String(row.sequence) };
  if (table === 'rail_sequence') return { ...row, next: String(row.next) };
  if (table !== 'job') return row;
  const { runAtMs, leasedUntilMs, wanted, lease_epoch } = row;
  return {
    ...row,
    run_at: new Date(Number(runAtMs)),
    leased_until: leasedUntilMs === 0 ? null : new Date(Number(leasedUntilMs)),
    wanted: String(wanted),
    lease_epoch: String(lease_epoch),
  };
}

/**
 * Left out is when a job was made, which is told by the real clock and to people only, and columns that nothing in the simulation
 * writes, as long as nothing has written them here.
 */
function compared(table: string, { environment_id, ...row }: Row, known: ReadonlySet<string>): Row {
  const isCompared = ([column, value]: readonly [string, unknown]) =>
    (value !== null || known.has(column)) && !(table === 'job' && column === 'created_at');
  return Object.fromEntries(Object.entries(row).filter(isCompared));
}

function inOrder(rows: readonly Row[], by: readonly string[]): readonly Row[] {
  const textOf = (row: Row) => by.map((column) => String(row[column]).padStart(20, '0')).join(' ');
  return rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
