/**
 * The request log. It is written by the batch; to lose the last second of it with a crash costs little, so its commits do not wait
 * for the disk. A page looks at a bounded number of rows, whatever is asked for, and has a
 * connection to itself, so that no request of the product stands behind it.
 */
import { REQUEST_LOG_LOOKED_AT_MAX } from '@switchyard/contract';
import type { LoggedRequest } from '../domain/logged-request.ts';
import { requestIdAt } from '../domain/request-id.ts';
import { integerArray, textArray } from './binary-array.ts';
import type { Database, Statement, Transaction } from './database.ts';
import { isAlreadyThere } from './database-error.ts';
import { before } from './page.ts';

export interface RequestLogFilter {
  readonly after?: string;
  readonly operation?: string;
  readonly key?: string;
  readonly status?: StatusClass;
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
}

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx' | 'error';

export type RequestLogRows =
  /** `next`: where to go on, while there may be more. */
  | { readonly ok: true; readonly rows: readonly LoggedRequest[]; readonly next?: string }
  | { readonly ok: false; readonly error: 'unknown_cursor' };

const commitLazily: Statement<never> = {
  name: 'request-log-commit-lazily',
  text: `select set_config('synchronous_commit', 'off', true)`,
};

/** In the order of the index: each row then goes where the one before it went, and costs half of what it would. */
const INSERT = `insert into switchyard.request_log
    (environment_id, id, key_id, operation, status, duration_us, error_code)
  select $1, r.id, r.key_id, r.operation, r.status, r.duration_us, nullif(r.error_code, '')
  from unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::text[])
    as r (id, key_id, operation, status, duration_us, error_code)
  order by r.id`;
const insertMany: Statement<never> = { name: 'request-log-insert', text: INSERT };
/** To look whether they are there costs as much again, so it is done only when one was. */
const insertMissing: Statement<never> = {
  name: 'request-log-insert-missing',
  text: `${INSERT} on conflict do nothing`,
};

interface RequestRow {
  readonly id: string;
  readonly key_id: string;
  readonly operation: string;
  readonly status: number;
  readonly duration_us: number;
  readonly error_code: string | null;
}

const COLUMNS = 'id, key_id, operation, status, duration_us, error_code';
const ERRORS = 'status >= 400';

const selectById: Statement<RequestRow> = {
  name: 'request-log-by-id',
  text: `select ${COLUMNS} from switchyard.request_log where environment_id = $1 and id = $2`,
};

/** Errors are few, and have an index of their own. */
const selectPage: Statement<RequestRow> = { name: 'request-log-page', text: pageText('') };
const selectErrors: Statement<RequestRow> = { name: 'request-log-errors', text: pageText(`and ${ERRORS}`) };
const selectEnd: Statement<RequestEnd> = { name: 'request-log-end', text: endText('') };
const selectErrorsEnd: Statement<RequestEnd> = {
  name: 'request-log-errors-end',
  text: endText(`and ${ERRORS}`),
};

/** The last row that a page looked at, if it looked at as many as it may. */
interface RequestEnd {
  readonly id: string;
}

function pageText(condition: string): string {
  return `select ${COLUMNS} from (select ${COLUMNS} ${lookedAt(condition)} limit ${REQUEST_LOG_LOOKED_AT_MAX}) looked
    where ($4::text is null or operation = $4) and ($5::text is null or key_id = $5) and status between $6 and $7
    order by id desc limit $8`;
}

function endText(condition: string): string {
  return `select id ${lookedAt(condition)} offset ${REQUEST_LOG_LOOKED_AT_MAX - 1} limit 1`;
}

function lookedAt(condition: string): string {
  return `from switchyard.request_log
    where environment_id = $1 and id < $2 and id >= $3 ${condition} order by id desc`;
}

/** Those that are there already, because the answer to a commit was lost, are not written again. */
export async function insertRequests(
  db: Database,
  environmentId: string,
  requests: readonly LoggedRequest[],
): Promise<void> {
  const values = [
    environmentId,
    textArray(requests.map(({ requestId }) => requestId)),
    textArray(requests.map(({ key }) => key)),
    textArray(requests.map(({ operation }) => operation)),
    integerArray(requests.map(({ status }) => status)),
    integerArray(requests.map(({ ms }) => Math.min(Math.round(ms * MICROS_PER_MS), DURATION_US_MAX))),
    textArray(requests.map(({ errorCode }) => errorCode ?? '')),
  ];
  try {
    await insertBy(db, environmentId, insertMany, values);
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
    await insertBy(db, environmentId, insertMissing, values);
  }
}

function insertBy(
  db: Database,
  environmentId: string,
  statement: Statement<never>,
  values: readonly unknown[],
): Promise<void> {
  return db.transaction(environmentId, async (tx) => {
    tx.send(commitLazily, []);
    tx.send(statement, values);
    return { commit: true, value: undefined };
  });
}

const MICROS_PER_MS = 1_000;
/** What the column holds: 35 minutes. What took longer is told as having taken that. */
const DURATION_US_MAX = 2 ** 31 - 1;

export async function findRequest(
  db: Database,
  environmentId: string,
  id: string,
): Promise<LoggedRequest | undefined> {
  const [row] = await db.read(environmentId, selectById, [environmentId, id]);
  return row === undefined ? undefined : requestOf(row);
}

/** Newest first. */
export function listRequests(
  db: Database,
  environmentId: string,
  filter: RequestLogFilter,
): Promise<RequestLogRows> {
  return db.transaction(environmentId, async (tx) => ({ commit: false, value: await readRows(tx, filter) }));
}

async function readRows(tx: Transaction, filter: RequestLogFilter): Promise<RequestLogRows> {
  const { after, limit } = filter;
  const [page, end] = isOfErrors(filter.status) ? [selectErrors, selectErrorsEnd] : [selectPage, selectEnd];
  const span = [tx.environmentId, upperBound(filter), filter.from ? requestIdAt(filter.from.getTime()) : ''];
  const [least, most] = STATUSES[filter.status ?? 'any'];
  const [known, found] = await Promise.all([
    after === undefined ? [true] : tx.query(selectById, [tx.environmentId, after]),
    tx.query(page, [...span, filter.operation ?? null, filter.key ?? null, least, most, limit + 1]),
  ]);
  if (known.length === 0) return { ok: false, error: 'unknown_cursor' };
  const rows = found.slice(0, limit).map(requestOf);
  const next = found.length > limit ? found[limit - 1]?.id : (await tx.query(end, span))[0]?.id;
  return { ok: true, rows, ...(next === undefined ? {} : { next }) };
}

/** The smaller of where the page before ended and where the time that is asked for does. */
function upperBound(filter: RequestLogFilter): string {
  const cursor = before(filter);
  if (filter.to === undefined) return cursor;
  const end = requestIdAt(filter.to.getTime());
  return end < cursor ? end : cursor;
}

const STATUSES: Readonly<Record<StatusClass | 'any', readonly [number, number]>> = {
  any: [0, 999],
  '2xx': [200, 299],
  '3xx': [300, 399],
  '4xx': [400, 499],
  '5xx': [500, 599],
  error: [400, 599],
};

function isOfErrors(status: StatusClass | undefined): boolean {
  return status === '4xx' || status === '5xx' || status === 'error';
}

function requestOf(row: RequestRow): LoggedRequest {
  return {
    requestId: row.id,
    key: row.key_id,
    operation: row.operation,
    status: row.status,
    errorCode: row.error_code ?? undefined,
    ms: row.duration_us / MICROS_PER_MS,
  };
}
