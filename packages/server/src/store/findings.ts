/**
 * Where our books and a provider's differ. A finding is one row however often it is seen, and stays until an operator resolves it.
 * What the provider calls a payment is sealed under the environment's key.
 */
import { invariant } from '@switchyard/engine';
import type { FindingKind } from '../domain/compare-with-list.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf, findDataKey } from './data-keys.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { EnvironmentKeys } from './keyring.ts';
import { refOf } from './link-sessions.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

const TABLE = 'reconciliation_finding';

const upsertFinding: Statement<{ readonly is_new: boolean }> = {
  name: 'reconciliation-upsert-finding',
  text: `insert into switchyard.reconciliation_finding as f (environment_id, id, connection_id, kind, subject,
      payment_intent_id, leg_id, body, found_at, seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    on conflict (environment_id, connection_id, kind, subject) do update set seen_at = excluded.seen_at
    returning f.found_at = f.seen_at as is_new`,
};

interface FindingRow extends DataKeyColumns {
  readonly id: string;
  readonly connection_id: string;
  readonly kind: FindingKind;
  readonly payment_intent_id: string | null;
  readonly leg_id: string | null;
  readonly body: Buffer;
  readonly found_at: Date;
  readonly seen_at: Date;
  readonly resolved_at: Date | null;
}

const FROM = `switchyard.reconciliation_finding f
  join switchyard.data_key k on k.environment_id = f.environment_id and k.subject_id = f.environment_id`;

const selectFindings: Statement<FindingRow> = {
  name: 'reconciliation-findings',
  text: `select f.*, ${DATA_KEY_COLUMNS} from ${FROM}
    where f.environment_id = $1 and f.id < $2 and f.resolved_at is null order by f.id desc limit $3`,
};

const selectFinding: Statement<{ readonly id: string }> = {
  name: 'reconciliation-finding-cursor',
  text: 'select id from switchyard.reconciliation_finding where environment_id = $1 and id = $2',
};

const resolve: Statement<{ readonly kind: FindingKind }> = {
  name: 'reconciliation-resolve-finding',
  text: `update switchyard.reconciliation_finding set resolved_at = $3
    where environment_id = $1 and id = $2 and resolved_at is null returning kind`,
};

export interface NewFinding {
  readonly id: string;
  readonly connectionId: string;
  readonly kind: FindingKind;
  /** By what the difference is known again: the provider's reference, or our key. */
  readonly subject: string;
  readonly paymentId?: string;
  readonly legId?: string;
  readonly particulars: FindingParticulars;
  readonly at: Date;
}

/** What an operator needs to look it up; no personal data. */
export interface FindingParticulars {
  readonly ref?: string;
  readonly key?: string;
  readonly ours?: { readonly status: string; readonly value: string; readonly asset: string };
  readonly theirs?: { readonly status: string; readonly value?: string; readonly asset?: string };
}

/** True when it had not been found before. */
export async function putFinding(
  tx: Transaction,
  keys: EnvironmentKeys,
  finding: NewFinding,
): Promise<boolean> {
  const dataKey = await findDataKey(tx, keys, tx.environmentId);
  invariant(dataKey !== undefined, 'an environment has a key');
  const subject = refOf(keys, finding.connectionId, finding.subject);
  const plain = Buffer.from(JSON.stringify(finding.particulars));
  const [row] = await tx.query(upsertFinding, [
    tx.environmentId,
    finding.id,
    finding.connectionId,
    finding.kind,
    subject,
    finding.paymentId ?? null,
    finding.legId ?? null,
    dataKey.seal(TABLE, 'body', finding.id, plain),
    finding.at,
  ]);
  return row?.is_new === true;
}

export interface Finding extends Omit<NewFinding, 'subject' | 'at'> {
  readonly foundAt: Date;
  /** When a list last showed it, or last failed to. */
  readonly seenAt: Date;
}

/** Those that nobody has resolved, the newest first. */
export async function listFindings(
  db: Database,
  keys: EnvironmentKeys,
  request: PageRequest,
): Promise<PageRows<Finding>> {
  const { environmentId } = keys;
  const page = await readPage(request, {
    rows: (limit) => db.read(environmentId, selectFindings, [environmentId, before(request), limit]),
    cursorExists: async (after) =>
      (await db.read(environmentId, selectFinding, [environmentId, after])).length === 1,
  });
  return page.ok ? { ...page, rows: page.rows.map((row) => findingOf(keys, row)) } : page;
}

/** Answers its kind; undefined when there is none, or it has been resolved. */
export async function resolveFinding(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<FindingKind | undefined> {
  return (await tx.query(resolve, [tx.environmentId, id, at]))[0]?.kind;
}

function findingOf(keys: EnvironmentKeys, row: FindingRow): Finding {
  const plain = dataKeyOf(keys, row).open(TABLE, 'body', row.id, row.body);
  return {
    id: row.id,
    connectionId: row.connection_id,
    kind: row.kind,
    ...(row.payment_intent_id === null ? {} : { paymentId: row.payment_intent_id }),
    ...(row.leg_id === null ? {} : { legId: row.leg_id }),
    // `putFinding` is the only writer, and the seal proves it.
    particulars: JSON.parse(plain.toString()) as FindingParticulars,
    foundAt: row.found_at,
    seenAt: row.seen_at,
  };
}
