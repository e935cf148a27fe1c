import type { RailRole } from '@switchyard/engine';
import type { Json } from '@switchyard/rail-kit';
import type {
  Account,
  AccountDetails,
  AccountRail,
  AccountSource,
  AccountStatus,
} from '../domain/account.ts';
import { base62 } from '../domain/base62.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Database, Statement, Transaction, Writer } from './database.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

interface AccountRow extends DataKeyColumns {
  readonly id: string;
  readonly customer_id: string | null;
  readonly source: AccountSource;
  readonly status: AccountStatus;
  readonly scheme: string;
  readonly masked: string;
  readonly country: string | null;
  readonly institution_id: string | null;
  readonly assets: readonly string[];
  readonly rails: readonly AccountRailRow[] | null;
  readonly fingerprint: Buffer;
  readonly details: Buffer;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface AccountRailRow {
  readonly rail: string;
  readonly connection_id: string;
  readonly roles: readonly RailRole[];
  readonly consent_expires_at: string | null;
}

const COLUMNS = `a.id, a.customer_id, a.source, a.status, a.scheme, a.masked, a.country, a.institution_id, a.assets,
  a.fingerprint, a.details, a.created_at, a.updated_at, ${DATA_KEY_COLUMNS},
  (select json_agg(json_build_object('rail', c.rail, 'connection_id', c.id, 'roles', c.body -> 'roles',
      'consent_expires_at', g.consent_expires_at) order by c.id)
    from switchyard.account_link l
    join switchyard.link_grant g on g.environment_id = l.environment_id and g.id = l.grant_id and g.status = 'valid'
    join switchyard.connection c on c.environment_id = l.environment_id and c.id = l.connection_id
    where l.environment_id = a.environment_id and l.account_id = a.id) as rails`;
const FROM = `switchyard.account a
  join switchyard.data_key k on k.environment_id = a.environment_id and k.subject_id = a.subject_id and k.wrapped is not null`;

const insertAccountRow: Statement<never> = {
  name: 'account-insert',
  text: `insert into switchyard.account (environment_id, id, customer_id, subject_id, source, status, scheme, masked,
      country, institution_id, assets, fingerprint, details, address, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
};

/** Held to the end of the transaction. */
const lockLinkingOf: Statement<never> = {
  name: 'account-lock-linking',
  text: `select pg_advisory_xact_lock(hashtextextended('link ' || $1 || ' ' || $2, 0))`,
};

const selectLinked: Statement<{ readonly id: string; readonly status: AccountStatus }> = {
  name: 'account-linked-before',
  text: `select id, status from switchyard.account
    where environment_id = $1 and fingerprint = $2 and customer_id = $3 and source = 'linked'
    order by id limit 1 for update`,
};

const changeStatus: Statement<{ readonly id: string }> = {
  name: 'account-change-status',
  text: `update switchyard.account set status = $4, updated_at = $5
    where environment_id = $1 and id = $2 and status = $3 returning id`,
};

const selectById: Statement<AccountRow> = {
  name: 'account-by-id',
  text: `select ${COLUMNS} from ${FROM} where a.environment_id = $1 and a.id = $2`,
};

/** All that paying needs: the address in the clear, and what linking left behind for each connection. */
const selectForPaying: Statement<
  AccountRow & { readonly address: Buffer; readonly links: readonly LinkColumns[] | null }
> = {
  name: 'account-for-paying',
  text: `select ${COLUMNS}, a.address,
      (select json_agg(json_build_object('connection_id', l.connection_id, 'grant_id', g.id,
          'provider_account', encode(l.provider_account, 'hex'), 'secret', encode(g.secret, 'hex')) order by l.connection_id)
        from switchyard.account_link l
        join switchyard.link_grant g on g.environment_id = l.environment_id and g.id = l.grant_id and g.status = 'valid'
        where l.environment_id = a.environment_id and l.account_id = a.id) as links
    from ${FROM} where a.environment_id = $1 and a.id = $2`,
};

interface LinkColumns {
  readonly connection_id: string;
  readonly grant_id: string;
  readonly provider_account: string;
  readonly secret: string;
}

const selectPage: Statement<AccountRow> = {
  name: 'account-page',
  text: `select ${COLUMNS} from ${FROM}
    where a.environment_id = $1 and a.id < $2 order by a.id desc limit $3`,
};

const selectPageByCustomer: Statement<AccountRow> = {
  name: 'account-page-by-customer',
  text: `select ${COLUMNS} from ${FROM}
    where a.environment_id = $1 and a.id < $2 and a.customer_id = $4 order by a.id desc limit $3`,
};

const selectCursor: Statement<{ readonly id: string }> = {
  name: 'account-cursor',
  text: 'select id from switchyard.account where environment_id = $1 and id = $2',
};

/** An account about to be written: the only moment its address stands in the clear. */
export type NewAccount = Omit<Account, 'fingerprint' | 'rails'> & {
  readonly payto: string;
  readonly normalized: string;
};

export function insertAccount(
  writer: Writer,
  keys: EnvironmentKeys,
  dataKey: DataKey,
  account: NewAccount,
): Account {
  const { payto, normalized, ...kept } = account;
  const fingerprint = keys.fingerprint('address', normalized);
  writer.send(insertAccountRow, [
    writer.environmentId,
    account.id,
    account.customerId ?? null,
    account.customerId ?? account.id,
    account.source,
    account.status,
    account.scheme,
    account.masked,
    account.country ?? null,
    account.institutionId ?? null,
    account.assets,
    fingerprint,
    dataKey.seal('account', 'details', account.id, Buffer.from(JSON.stringify(account.details))),
    dataKey.seal('account', 'address', account.id, Buffer.from(payto)),
    account.createdAt,
  ]);
  return { ...kept, rails: [], fingerprint: fingerprintText(fingerprint) };
}

/** Whoever links a customer's accounts does so one after the other, or the same account could be made twice. */
export function lockLinking(tx: Transaction, customerId: string): void {
  tx.send(lockLinkingOf, [tx.environmentId, customerId]);
}

/** The customer's account of this address, if it was linked before. */
export async function findLinkedBefore(
  tx: Transaction,
  keys: EnvironmentKeys,
  customerId: string,
  normalized: string,
): Promise<{ readonly id: string; readonly status: AccountStatus } | undefined> {
  const fingerprint = keys.fingerprint('address', normalized);
  const [row] = await tx.query(selectLinked, [tx.environmentId, fingerprint, customerId]);
  return row;
}

/** False when the account was not in that status any more. */
export async function changeAccountStatus(
  tx: Transaction,
  id: string,
  change: { readonly from: AccountStatus; readonly to: AccountStatus; readonly at: Date },
): Promise<boolean> {
  const rows = await tx.query(changeStatus, [tx.environmentId, id, change.from, change.to, change.at]);
  return rows.length === 1;
}

/** Inside a transaction, with all that it has changed so far. */
export async function loadAccount(
  tx: Transaction,
  keys: EnvironmentKeys,
  id: string,
): Promise<Account | undefined> {
  const [row] = await tx.query(selectById, [tx.environmentId, id]);
  return row === undefined ? undefined : accountOf(keys, row);
}

export async function findAccount(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<Account | undefined> {
  const [row] = await db.read(keys.environmentId, selectById, [keys.environmentId, id]);
  return row === undefined ? undefined : accountOf(keys, row);
}

export interface PayableAccount {
  readonly account: Account;
  /** Never to be logged, stored in the clear or shown. */
  readonly payto: string;
  readonly links: readonly {
    readonly connectionId: string;
    readonly account: string;
    readonly grant: Json;
  }[];
  readonly subjectId: string;
}

export async function findPayableAccount(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<PayableAccount | undefined> {
  const [row] = await db.read(keys.environmentId, selectForPaying, [keys.environmentId, id]);
  if (row === undefined) return undefined;
  const dataKey = dataKeyOf(keys, row);
  const text = (table: string, column: string, of: string, hex: string) =>
    dataKey.open(table, column, of, Buffer.from(hex, 'hex')).toString();
  return {
    account: accountOf(keys, row),
    payto: dataKey.open('account', 'address', id, row.address).toString(),
    links: (row.links ?? []).map(({ connection_id, grant_id, provider_account, secret }) => ({
      connectionId: connection_id,
      account: text('account_link', 'provider_account', `${id}|${connection_id}`, provider_account),
      grant: JSON.parse(text('link_grant', 'secret', grant_id, secret)) as Json,
    })),
    subjectId: row.subject_id,
  };
}

export async function listAccounts(
  db: Database,
  keys: EnvironmentKeys,
  request: PageRequest & { readonly customer?: string },
): Promise<PageRows<Account>> {
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
  return page.ok ? { ...page, rows: page.rows.map((row) => accountOf(keys, row)) } : page;
}

function accountOf(keys: EnvironmentKeys, row: AccountRow): Account {
  const plain = dataKeyOf(keys, row).open('account', 'details', row.id, row.details);
  // What was sealed here is AccountDetails: `insertAccount` is the only writer, and the seal proves it.
  const details = JSON.parse(plain.toString()) as AccountDetails;
  return {
    id: row.id,
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    source: row.source,
    status: row.status,
    scheme: row.scheme,
    masked: row.masked,
    ...(row.country === null ? {} : { country: row.country }),
    ...(row.institution_id === null ? {} : { institutionId: row.institution_id }),
    assets: row.assets,
    rails: (row.rails ?? []).map(accountRailOf),
    fingerprint: fingerprintText(row.fingerprint),
    details,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function accountRailOf(row: AccountRailRow): AccountRail {
  const expiresAt = row.consent_expires_at;
  return {
    rail: row.rail,
    connectionId: row.connection_id,
    roles: row.roles,
    ...(expiresAt === null ? {} : { consentExpiresAt: new Date(expiresAt) }),
  };
}

const FINGERPRINT_CHARS = 43;

function fingerprintText(fingerprint: Buffer): string {
  return `fp_${base62(fingerprint.toString('hex'), FINGERPRINT_CHARS)}`;
}
