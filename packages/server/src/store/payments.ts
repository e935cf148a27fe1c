/** Payments with their legs. A payment is always read and written whole, under its revision. */
import type { Payment, PaymentDetails, PaymentLeg } from '../domain/payment/payment.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';
import { refOf } from './link-sessions.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

interface PaymentRow extends DataKeyColumns {
  readonly id: string;
  readonly quote_id: string;
  readonly digest: string;
  readonly customer_id: string | null;
  readonly from_account_id: string;
  readonly to_account_id: string;
  readonly status: Payment['status'];
  readonly body: Pick<Payment, 'send' | 'receive' | 'detail' | 'failure'>;
  readonly cancel_requested: boolean;
  readonly details: Buffer;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly legs: readonly LegColumns[];
}

/** As JSON brings them: bytes in hexadecimal, dates as text. */
interface LegColumns {
  readonly id: string;
  readonly sequence: number;
  readonly rail: string;
  readonly connection_id: string;
  readonly status: PaymentLeg['status'];
  readonly body: LegBody;
  readonly work: string;
  readonly created_at: string;
  readonly updated_at: string;
}

type LegBody = Omit<
  PaymentLeg,
  'id' | 'sequence' | 'rail' | 'connectionId' | 'status' | 'work' | 'createdAt' | 'updatedAt'
>;

const COLUMNS = `p.id, p.quote_id, p.digest, p.customer_id, p.from_account_id, p.to_account_id, p.status, p.body,
  p.cancel_requested, p.details, p.revision, p.created_at, p.updated_at, ${DATA_KEY_COLUMNS},
  (select json_agg(json_build_object('id', l.id, 'sequence', l.sequence, 'rail', l.rail, 'connection_id', l.connection_id,
      'status', l.status, 'body', l.body, 'work', encode(l.work, 'hex'), 'created_at', l.created_at,
      'updated_at', l.updated_at) order by l.sequence)
    from switchyard.leg l where l.environment_id = p.environment_id and l.payment_intent_id = p.id) as legs`;
const FROM = `switchyard.payment_intent p
  join switchyard.data_key k on k.environment_id = p.environment_id and k.subject_id = p.subject_id`;
/** SQL: the statuses that are final. */
const FINAL = `'succeeded', 'failed', 'cancelled'`;

const insertPaymentRow: Statement<never> = {
  name: 'payment-insert',
  text: `insert into switchyard.payment_intent (environment_id, id, quote_id, digest, customer_id, subject_id,
      from_account_id, to_account_id, status, body, details, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
};

const upsertLegRow: Statement<never> = {
  name: 'leg-upsert',
  text: `insert into switchyard.leg (environment_id, id, payment_intent_id, sequence, rail, connection_id, status, body, work,
      provider_ref, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (environment_id, id) do update
      set status = excluded.status, body = excluded.body, work = excluded.work,
        provider_ref = coalesce(excluded.provider_ref, switchyard.leg.provider_ref), updated_at = excluded.updated_at`,
};

/** When it ended is said once: whatever is written of it later leaves that as it is. */
const updatePaymentRow: Statement<{ readonly id: string }> = {
  name: 'payment-update',
  text: `update switchyard.payment_intent
    set status = $4, body = $5, cancel_requested = $6, updated_at = $7, revision = revision + 1,
      ended_at = case when status in (${FINAL}) then ended_at when $4 in (${FINAL}) then $7::timestamptz end
    where environment_id = $1 and id = $2 and revision = $3 returning id`,
};

const selectById: Statement<PaymentRow> = {
  name: 'payment-by-id',
  text: `select ${COLUMNS} from ${FROM} where p.environment_id = $1 and p.id = $2`,
};

const selectForUpdate: Statement<PaymentRow> = {
  name: 'payment-for-update',
  text: `select ${COLUMNS} from ${FROM} where p.environment_id = $1 and p.id = $2 for update of p`,
};

const selectByQuote: Statement<{ readonly id: string }> = {
  name: 'payment-by-quote',
  text: 'select id from switchyard.payment_intent where environment_id = $1 and quote_id = $2',
};

const selectByLegRef: Statement<{ readonly payment_intent_id: string }> = {
  name: 'payment-by-leg-ref',
  text: `select payment_intent_id from switchyard.leg
    where environment_id = $1 and connection_id = $2 and provider_ref = $3`,
};

const selectPage: Statement<PaymentRow> = {
  name: 'payment-page',
  text: `select ${COLUMNS} from ${FROM} where p.environment_id = $1 and p.id < $2 order by p.id desc limit $3`,
};

const selectPageByCustomer: Statement<PaymentRow> = {
  name: 'payment-page-by-customer',
  text: `select ${COLUMNS} from ${FROM}
    where p.environment_id = $1 and p.id < $2 and p.customer_id = $4 order by p.id desc limit $3`,
};

const selectCursor: Statement<{ readonly id: string }> = {
  name: 'payment-cursor',
  text: 'select id from switchyard.payment_intent where environment_id = $1 and id = $2',
};

const selectOpen: Statement<{ readonly id: string }> = {
  name: 'payment-open',
  text: `select id from switchyard.payment_intent
    where environment_id = $1 and id > $2 and status in ('requires_action', 'processing') order by id limit $3`,
};

const beginOperation: Statement<never> = {
  name: 'rail-operation-begin',
  text: `insert into switchyard.rail_operation (environment_id, id, leg_id, call, status, lease_epoch, begun_at)
    values ($1, $2, $3, $4, 'open', $5, $6)
    on conflict (environment_id, id, call) do update
      set status = 'open', tries = switchyard.rail_operation.tries + 1, lease_epoch = excluded.lease_epoch, ended_at = null`,
};

const endOperation: Statement<never> = {
  name: 'rail-operation-end',
  text: `update switchyard.rail_operation set status = $4, ended_at = $5
    where environment_id = $1 and id = $2 and call = $3`,
};

const takeSequence: Statement<{ readonly taken: string }> = {
  name: 'rail-sequence-take',
  text: `insert into switchyard.rail_sequence (environment_id, connection_id, next) values ($1, $2, $3::bigint + 1)
    on conflict (environment_id, connection_id) do update
      set next = greatest(switchyard.rail_sequence.next, $3::bigint) + 1
    returning next - 1 as taken`,
};

export interface KeyedPayment {
  readonly payment: Payment;
  readonly dataKey: DataKey;
}

export function insertPayment(
  tx: Transaction,
  keys: EnvironmentKeys,
  dataKey: DataKey,
  payment: Payment,
  subjectId: string,
): void {
  tx.send(insertPaymentRow, [
    tx.environmentId,
    payment.id,
    payment.quoteId,
    payment.digest,
    payment.customerId ?? null,
    subjectId,
    payment.fromAccountId,
    payment.toAccountId,
    payment.status,
    bodyOf(payment),
    dataKey.seal('payment_intent', 'details', payment.id, Buffer.from(JSON.stringify(payment.details))),
    payment.createdAt,
  ]);
  for (const leg of payment.legs) putLeg(tx, keys, dataKey, payment.id, leg);
}

/** False when the payment is no longer what the caller saw: nothing has been written then. */
export async function changePayment(
  tx: Transaction,
  keys: EnvironmentKeys,
  dataKey: DataKey,
  changed: Payment,
): Promise<boolean> {
  const rows = await tx.query(updatePaymentRow, [
    tx.environmentId,
    changed.id,
    changed.revision,
    changed.status,
    bodyOf(changed),
    changed.cancelRequested,
    changed.updatedAt,
  ]);
  if (rows.length === 0) return false;
  for (const leg of changed.legs) putLeg(tx, keys, dataKey, changed.id, leg);
  return true;
}

export async function findPayment(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<Payment | undefined> {
  const [row] = await db.read(keys.environmentId, selectById, [keys.environmentId, id]);
  return row === undefined ? undefined : paymentOf(row, dataKeyOf(keys, row));
}

/** Locked, and with the key that seals it. */
export async function loadPayment(
  tx: Transaction,
  keys: EnvironmentKeys,
  id: string,
): Promise<KeyedPayment | undefined> {
  const [row] = await tx.query(selectForUpdate, [tx.environmentId, id]);
  if (row === undefined) return undefined;
  const dataKey = dataKeyOf(keys, row);
  return { payment: paymentOf(row, dataKey), dataKey };
}

export async function findPaymentOfQuote(tx: Transaction, quoteId: string): Promise<string | undefined> {
  return (await tx.query(selectByQuote, [tx.environmentId, quoteId]))[0]?.id;
}

export async function findPaymentByRef(
  tx: Transaction,
  keys: EnvironmentKeys,
  connectionId: string,
  ref: string,
): Promise<string | undefined> {
  const fingerprint = refOf(keys, connectionId, ref);
  return (await tx.query(selectByLegRef, [tx.environmentId, connectionId, fingerprint]))[0]
    ?.payment_intent_id;
}

export async function listPayments(
  db: Database,
  keys: EnvironmentKeys,
  request: PageRequest & { readonly customer?: string },
): Promise<PageRows<Payment>> {
  const { environmentId } = keys;
  const page = await readPage(request, {
    rows: (limit) =>
      request.customer === undefined
        ? db.read(environmentId, selectPage, [environmentId, before(request), limit])
        : db.read(environmentId, selectPageByCustomer, [
            environmentId,
            before(request),
            limit,
            request.customer,
          ]),
    cursorExists: async (after) =>
      (await db.read(environmentId, selectCursor, [environmentId, after])).length === 1,
  });
  return page.ok ? { ...page, rows: page.rows.map((row) => paymentOf(row, dataKeyOf(keys, row))) } : page;
}

/** Ids of those that have not ended, the oldest first. */
export async function listOpenPayments(
  db: Database,
  environmentId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.read(environmentId, selectOpen, [environmentId, after, limit]);
  return rows.map(({ id }) => id);
}

export type MoneyCall = 'start' | 'resume' | 'cancel';

/** Before the first byte leaves. The same key again is another try of the same operation. */
export function beginRailOperation(
  tx: Transaction,
  operation: {
    readonly key: string;
    readonly legId: string;
    readonly call: MoneyCall;
    readonly epoch: string;
    readonly at: Date;
  },
): void {
  const { key, legId, call, epoch, at } = operation;
  tx.send(beginOperation, [tx.environmentId, key, legId, call, epoch, at]);
}

/** `unavailable`: it did nothing, and as far as is known the provider has not heard of it. */
export type OperationEnd = 'answered' | 'unknown' | 'unavailable';

export function endRailOperation(
  tx: Transaction,
  operation: {
    readonly key: string;
    readonly call: MoneyCall;
    readonly status: OperationEnd;
    readonly at: Date;
  },
): void {
  tx.send(endOperation, [tx.environmentId, operation.key, operation.call, operation.status, operation.at]);
}

/** The next number of a rail that numbers its operations, never below what the rail itself says. */
export async function takeRailSequence(
  tx: Transaction,
  connectionId: string,
  atLeast: number,
): Promise<number> {
  const [row] = await tx.query(takeSequence, [tx.environmentId, connectionId, atLeast]);
  return Number(row?.taken);
}

function putLeg(
  tx: Transaction,
  keys: EnvironmentKeys,
  dataKey: DataKey,
  paymentId: string,
  leg: PaymentLeg,
): void {
  const { id, sequence, rail, connectionId, status, work, createdAt, updatedAt, ...body } = leg;
  tx.send(upsertLegRow, [
    tx.environmentId,
    id,
    paymentId,
    sequence,
    rail,
    connectionId,
    status,
    JSON.stringify(body satisfies LegBody),
    dataKey.seal('leg', 'work', id, Buffer.from(JSON.stringify(work))),
    work.ref === undefined ? null : refOf(keys, connectionId, work.ref),
    createdAt,
    updatedAt,
  ]);
}

function bodyOf({ send, receive, detail, failure }: Payment): string {
  return JSON.stringify({ send, receive, detail, ...(failure === undefined ? {} : { failure }) });
}

function paymentOf(row: PaymentRow, dataKey: DataKey): Payment {
  const isErased = row.key_wrapped === null;
  return {
    id: row.id,
    quoteId: row.quote_id,
    digest: row.digest,
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    fromAccountId: row.from_account_id,
    toAccountId: row.to_account_id,
    status: row.status,
    ...row.body,
    cancelRequested: row.cancel_requested,
    legs: row.legs.map((leg) => legOf(leg, isErased ? ERASED_WORK : workOf(leg, dataKey))),
    details: isErased ? ERASED_DETAILS : detailsOf(row, dataKey),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What is left of a payment whose customer has been erased: it has ended, and nothing more will be done about it. */
const ERASED_DETAILS: PaymentDetails = { metadata: {}, returnUri: '', channel: 'web' };
const ERASED_WORK: PaymentLeg['work'] = {
  key: '',
  state: '',
  call: 'answered',
  probes: 0,
  absences: 0,
  outages: 0,
};

function detailsOf({ id, details }: PaymentRow, dataKey: DataKey): PaymentDetails {
  // What was sealed here is PaymentDetails: this module is the only writer, and the seal proves it.
  return JSON.parse(dataKey.open('payment_intent', 'details', id, details).toString()) as PaymentDetails;
}

function workOf({ id, work }: LegColumns, dataKey: DataKey): PaymentLeg['work'] {
  // `putLeg` is the only writer, and the seal proves it.
  return JSON.parse(
    dataKey.open('leg', 'work', id, Buffer.from(work, 'hex')).toString(),
  ) as PaymentLeg['work'];
}

function legOf(columns: LegColumns, work: PaymentLeg['work']): PaymentLeg {
  const { id, sequence, rail, connection_id, status, body, created_at, updated_at } = columns;
  return {
    id,
    sequence,
    rail,
    connectionId: connection_id,
    status,
    ...body,
    work,
    createdAt: new Date(created_at),
    updatedAt: new Date(updated_at),
  };
}
