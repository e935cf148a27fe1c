import type { Account, AccountDetails, AccountSource, AccountStatus } from '../domain/account.ts';
import { base62 } from '../domain/base62.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Database, Statement, Writer } from './database.ts';
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
  readonly assets: readonly string[];
  readonly fingerprint: Buffer;
  readonly details: Buffer;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = `a.id, a.customer_id, a.source, a.status, a.scheme, a.masked, a.country, a.assets, a.fingerprint,
  a.details, a.created_at, a.updated_at, ${DATA_KEY_COLUMNS}`;
const FROM = `switchyard.account a
  join switchyard.data_key k on k.environment_id = a.environment_id and k.subject_id = a.subject_id`;

const insertAccountRow: Statement<never> = {
  name: 'account-insert',
  text: `insert into switchyard.account (environment_id, id, customer_id, subject_id, source, status, scheme, masked,
      country, assets, fingerprint, details, address, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
};

const selectById: Statement<AccountRow> = {
  name: 'account-by-id',
  text: `select ${COLUMNS} from ${FROM} where a.environment_id = $1 and a.id = $2`,
};

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
export type NewAccount = Omit<Account, 'fingerprint'> & {
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
    account.assets,
    fingerprint,
    dataKey.seal('account', 'details', account.id, Buffer.from(JSON.stringify(account.details))),
    dataKey.seal('account', 'address', account.id, Buffer.from(payto)),
    account.createdAt,
  ]);
  return { ...kept, fingerprint: fingerprintText(fingerprint) };
}

export async function findAccount(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<Account | undefined> {
  const [row] = await db.read(keys.environmentId, selectById, [keys.environmentId, id]);
  return row === undefined ? undefined : accountOf(keys, row);
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
    assets: row.assets,
    fingerprint: fingerprintText(row.fingerprint),
    details,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const FINGERPRINT_CHARS = 43;

function fingerprintText(fingerprint: Buffer): string {
  return `fp_${base62(BigInt(`0x${fingerprint.toString('hex')}`), FINGERPRINT_CHARS)}`;
}
