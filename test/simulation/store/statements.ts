/**
 * What each named statement of the store does, told again without SQL. The names are the port: a statement that is not here
 * cannot be used by what is simulated. That our SQL does the same on Postgres is what `postgres/` compares.
 */
import { isFinalPayment } from '../../../packages/server/src/domain/payment/states.ts';
import { LEASE_MS } from '../../../packages/server/src/store/jobs.ts';
import { databaseError, type Open, type Row, type Tables } from './tables.ts';

export interface Session {
  readonly tables: Tables;
  readonly open: Open;
  readonly lockWaitMsMax: number;
  readonly nowMs: () => number;
  /** The leases this transaction has proved to hold. */
  readonly held: { readonly job: string; readonly epoch: string }[];
}

type Values = readonly unknown[];
type Statement = (session: Session, values: Values) => readonly Row[] | Promise<readonly Row[]>;

const NONE: readonly Row[] = [];

export const STATEMENTS: Readonly<Record<string, Statement>> = {
  // ── payments ──
  'payment-insert'(session, values) {
    const [, id, quote_id, digest, customer_id, subject_id, from, to, status, body, details, at] = values;
    const { tables, open } = session;
    const isUsed = tables.where(open, 'payment_intent', (row) => row.quote_id === quote_id).length > 0;
    if (isUsed) throw databaseError('23505');
    const row = { id, quote_id, digest, customer_id, subject_id, from_account_id: from, to_account_id: to };
    tables.put(open, 'payment_intent', String(id), {
      ...row,
      status,
      body: JSON.parse(String(body)),
      details,
      cancel_requested: false,
      revision: 1,
      created_at: at,
      updated_at: at,
      ended_at: null,
    });
    return NONE;
  },
  'leg-upsert'({ tables, open }, values) {
    const [, id, payment_intent_id, sequence, rail, connection_id, status, body, work, ref, at, updated] =
      values;
    const before = tables.get(open, 'leg', String(id));
    tables.put(open, 'leg', String(id), {
      ...(before ?? { id, payment_intent_id, sequence, rail, connection_id, created_at: at }),
      status,
      body: JSON.parse(String(body)),
      work,
      provider_ref: ref ?? before?.provider_ref ?? null,
      updated_at: updated,
    });
    return NONE;
  },
  async 'payment-update'(session, [, id, revision, status, body, cancel_requested, updated_at]) {
    const { tables, open, lockWaitMsMax } = session;
    await tables.lock(open, 'payment_intent', String(id), lockWaitMsMax);
    const row = tables.get(open, 'payment_intent', String(id));
    if (row === undefined || row.revision !== revision) return NONE;
    const ended_at = hasEnded(row.status) ? row.ended_at : hasEnded(status) ? updated_at : null;
    const changed = { status, body: JSON.parse(String(body)), cancel_requested, updated_at, ended_at };
    tables.put(open, 'payment_intent', String(id), { ...row, ...changed, revision: Number(revision) + 1 });
    return [{ id }];
  },
  'payment-by-id': (session, [, id]) => paymentRows(session, String(id)),
  async 'payment-for-update'(session, [, id]) {
    const { tables, open, lockWaitMsMax } = session;
    await tables.lock(open, 'payment_intent', String(id), lockWaitMsMax);
    return paymentRows(session, String(id));
  },
  'payment-by-quote': ({ tables, open }, [, quoteId]) =>
    tables.where(open, 'payment_intent', (row) => row.quote_id === quoteId).map(({ id }) => ({ id })),
  'payment-by-leg-ref': ({ tables, open }, [, connectionId, ref]) =>
    tables
      .where(open, 'leg', (row) => row.connection_id === connectionId && sameBytes(row.provider_ref, ref))
      .map(({ payment_intent_id }) => ({ payment_intent_id })),
  'rail-operation-begin'({ tables, open }, [, id, leg_id, call, lease_epoch, begun_at]) {
    const key = `${id} ${call}`;
    const before = tables.get(open, 'rail_operation', key);
    tables.put(open, 'rail_operation', key, {
      ...(before ?? { id, leg_id, call, begun_at }),
      status: 'open',
      tries: Number(before?.tries ?? 0) + 1,
      lease_epoch,
      ended_at: null,
    });
    return NONE;
  },
  'rail-operation-end'({ tables, open }, [, id, call, status, ended_at]) {
    const before = tables.get(open, 'rail_operation', `${id} ${call}`);
    if (before !== undefined)
      tables.put(open, 'rail_operation', `${id} ${call}`, { ...before, status, ended_at });
    return NONE;
  },
  async 'rail-sequence-take'({ tables, open, lockWaitMsMax }, [, connectionId, atLeast]) {
    await tables.lock(open, 'rail_sequence', String(connectionId), lockWaitMsMax);
    const before = tables.get(open, 'rail_sequence', String(connectionId));
    const taken = Math.max(Number(before?.next ?? 0), Number(atLeast));
    tables.put(open, 'rail_sequence', String(connectionId), { connection_id: connectionId, next: taken + 1 });
    return [{ taken: String(taken) }];
  },

  // ── jobs ──
  async 'job-schedule'({ tables, open, lockWaitMsMax, nowMs }, [environment_id, kind, subject_id, at]) {
    const key = jobKey(kind, subject_id);
    await tables.lock(open, 'job', key, lockWaitMsMax);
    const before = tables.get(open, 'job', key);
    const runAtMs = msOf(at);
    tables.put(open, 'job', key, {
      ...(before ?? { environment_id, kind, subject_id, attempts: 0, lease_epoch: 0, leasedUntilMs: 0 }),
      runAtMs: before === undefined ? runAtMs : Math.min(Number(before.runAtMs), runAtMs),
      wanted: Number(before?.wanted ?? 0) + 1,
      scheduledMs: nowMs(),
    });
    return NONE;
  },
  'job-claim-due'(session, [kinds, max]) {
    const { tables, open, nowMs } = session;
    const due = tables
      .rows(open, 'job')
      .filter(([key, row]) => {
        const isDue = Number(row.runAtMs) <= nowMs() && Number(row.leasedUntilMs) < nowMs();
        return isDue && isOneOf(kinds, row.kind) && !tables.isLockedByOther(open, 'job', key);
      })
      .sort(([, a], [, b]) => Number(a.runAtMs) - Number(b.runAtMs))
      .slice(0, Number(max));
    return due.map(([key, row]) => lease(session, key, row));
  },
  async 'job-claim-one'(session, [, kind, subjectId]) {
    const { tables, open, nowMs, lockWaitMsMax } = session;
    const key = jobKey(kind, subjectId);
    const isFree = () => Number(tables.get(open, 'job', key)?.leasedUntilMs ?? Infinity) < nowMs();
    if (!isFree()) return NONE;
    await tables.lock(open, 'job', key, lockWaitMsMax);
    const row = tables.get(open, 'job', key);
    return row !== undefined && isFree() ? [lease(session, key, row)] : NONE;
  },
  async 'job-hold'({ tables, open, nowMs, lockWaitMsMax, held }, [, kind, subjectId, epoch]) {
    const job = jobKey(kind, subjectId);
    const isHeld = () => {
      const row = tables.get(open, 'job', job);
      return String(row?.lease_epoch) === epoch && Number(row?.leasedUntilMs) > nowMs();
    };
    if (!isHeld()) return [{ held: false }];
    await tables.lock(open, 'job', job, lockWaitMsMax);
    if (!isHeld()) return [{ held: false }];
    held.push({ job, epoch: String(epoch) });
    return [{ held: true }];
  },
  async 'job-finish'(session, [, kind, subjectId, epoch, wanted, nextRunAt]) {
    const { tables, open, nowMs, lockWaitMsMax } = session;
    const key = jobKey(kind, subjectId);
    const ours = () => {
      const row = tables.get(open, 'job', key);
      return String(row?.lease_epoch) === epoch ? row : undefined;
    };
    if (ours() === undefined) return NONE;
    await tables.lock(open, 'job', key, lockWaitMsMax);
    const row = ours();
    if (row === undefined) return NONE;
    const isUnasked = String(row.wanted) === wanted;
    if (isUnasked && nextRunAt === null) tables.put(open, 'job', key, undefined);
    else {
      const nextMs = nextRunAt === null ? nowMs() : msOf(nextRunAt);
      const runAtMs = isUnasked ? nextMs : Math.min(nextMs, nowMs());
      tables.put(open, 'job', key, { ...row, leasedUntilMs: 0, runAtMs });
    }
    return NONE;
  },

  // ── events ──
  'event-insert'({ tables, open }, [, id, type, objectId, data, previous, cause, apiVersion, at]) {
    tables.put(open, 'event', String(id), {
      id,
      type,
      object_id: objectId,
      data: JSON.parse(String(data)),
      previous: previous === null ? null : JSON.parse(String(previous)),
      cause: JSON.parse(String(cause)),
      api_version: apiVersion,
      created_at: at,
    });
    return NONE;
  },
  'event-page': ({ tables, open }, [, sequence, limit]) =>
    tables
      .rows(open, 'event')
      .map(([, row]) => row)
      .filter((row) => Number(row.sequence) > Number(sequence))
      .sort((a, b) => Number(a.sequence) - Number(b.sequence))
      .slice(0, Number(limit))
      .map((row) => ({ ...row, sequence: String(row.sequence) })),
  'event-sequence': ({ tables, open }, [, id]) => {
    const row = tables.get(open, 'event', String(id));
    return row === undefined ? NONE : [{ sequence: String(row.sequence) }];
  },

  // ── what a payment is made of ──
  'route-quote-by-id': ({ tables, open }, [, id]) => found(tables.get(open, 'route_quote', String(id))),
  async 'route-quote-for-payment'({ tables, open, lockWaitMsMax }, [, id]) {
    await tables.lock(open, 'route_quote', String(id), lockWaitMsMax);
    return found(tables.get(open, 'route_quote', String(id)));
  },
  'account-for-paying': ({ tables, open }, [, id]) => found(tables.get(open, 'account', String(id))),
  'data-key-by-subject': ({ tables, open }, [, id]) => found(tables.get(open, 'data_key', String(id))),

  // ── idempotency ──
  async 'idempotency-claim'(session, [, key, fingerprint, created_at, expires_at]) {
    const { tables, open, lockWaitMsMax } = session;
    await tables.lock(open, 'idempotency_key', String(key), lockWaitMsMax);
    const before = tables.get(open, 'idempotency_key', String(key));
    if (before !== undefined && msOf(before.expires_at) > msOf(created_at)) return NONE;
    const empty = { subject_id: null, resource_id: null, status: null, response: null };
    tables.put(open, 'idempotency_key', String(key), { key, fingerprint, created_at, expires_at, ...empty });
    return [{ key }];
  },
  'idempotency-stored'({ tables, open }, [, key]) {
    const row = tables.get(open, 'idempotency_key', String(key));
    if (row === undefined || row.response === null) return NONE;
    return [{ ...row, ...dataKeyColumns(row.subject_id) }];
  },
  'idempotency-store'({ tables, open }, [, key, subject_id, status, response]) {
    const row = tables.get(open, 'idempotency_key', String(key));
    if (row !== undefined)
      tables.put(open, 'idempotency_key', String(key), { ...row, subject_id, status, response });
    return NONE;
  },
  'idempotency-name-resource'({ tables, open }, [, key, subject_id, resource_id]) {
    const row = tables.get(open, 'idempotency_key', String(key));
    if (row !== undefined)
      tables.put(open, 'idempotency_key', String(key), { ...row, subject_id, resource_id });
    return NONE;
  },
  'idempotency-named-claim'({ tables, open }, [, key, now]) {
    const row = tables.get(open, 'idempotency_key', String(key));
    return row !== undefined && msOf(row.expires_at) > msOf(now) ? [row] : NONE;
  },

  // ── webhooks ──
  'webhook-path-find': ({ tables, open }, [hash]) => {
    // The hash of a path comes as bytes.
    const key = (hash as Buffer).toString('hex');
    return found(tables.get(open, 'webhook_path', key));
  },
  async 'provider-notice-insert'(session, [, connection_id, delivery_id, notices, received_at]) {
    const { tables, open, lockWaitMsMax } = session;
    const key = `${connection_id} ${delivery_id}`;
    await tables.lock(open, 'provider_notice', key, lockWaitMsMax);
    if (tables.get(open, 'provider_notice', key) !== undefined) return NONE;
    const row = { connection_id, delivery_id, notices: JSON.parse(String(notices)), received_at };
    tables.put(open, 'provider_notice', key, { ...row, applied_at: null });
    return [{ delivery_id }];
  },
  'provider-notice-select'({ tables, open }, [, connectionId, deliveryId]) {
    const row = tables.get(open, 'provider_notice', `${connectionId} ${deliveryId}`);
    return row !== undefined && row.applied_at === null ? [row] : NONE;
  },
  'provider-notice-applied'({ tables, open }, [, connectionId, deliveryId, applied_at]) {
    const key = `${connectionId} ${deliveryId}`;
    const row = tables.get(open, 'provider_notice', key);
    if (row !== undefined) tables.put(open, 'provider_notice', key, { ...row, applied_at });
    return NONE;
  },
};

/** The columns of a data key, as statements join them. */
export function dataKeyColumns(subjectId: unknown): Row {
  const key_wrapped = Buffer.alloc(0);
  return { subject_id: subjectId, key_version: 1, environment_key_version: 1, key_wrapped };
}

function paymentRows({ tables, open }: Session, id: string): readonly Row[] {
  const payment = tables.get(open, 'payment_intent', id);
  if (payment === undefined) return NONE;
  const legs = tables
    .where(open, 'leg', (row) => row.payment_intent_id === id)
    .slice()
    .sort((a, b) => Number(a.sequence) - Number(b.sequence))
    // As JSON brings them: bytes in hexadecimal.
    .map((row) => ({ ...row, work: (row.work as Buffer).toString('hex') }));
  return [{ ...payment, legs, ...dataKeyColumns(payment.subject_id) }];
}

/** A payment of this status: our statements write no other. */
function hasEnded(status: unknown): boolean {
  return isFinalPayment(status as Parameters<typeof isFinalPayment>[0]);
}

function lease({ tables, open, nowMs }: Session, key: string, row: Row): Row {
  const lease_epoch = Number(row.lease_epoch) + 1;
  const attempts = Number(row.attempts) + 1;
  const leased = { ...row, leasedUntilMs: nowMs() + LEASE_MS, lease_epoch, attempts };
  tables.put(open, 'job', key, leased);
  return { ...leased, lease_epoch: String(lease_epoch), wanted: String(row.wanted) };
}

export function jobKey(kind: unknown, subjectId: unknown): string {
  return `${kind} ${subjectId}`;
}

function found(row: Row | undefined): readonly Row[] {
  return row === undefined ? NONE : [row];
}

function msOf(at: unknown): number {
  return new Date(at as Date).getTime();
}

function isOneOf(values: unknown, value: unknown): boolean {
  return Array.isArray(values) && values.includes(value);
}

function sameBytes(a: unknown, b: unknown): boolean {
  return Buffer.isBuffer(a) && Buffer.isBuffer(b) && a.equals(b);
}
