import { invariant } from '@switchyard/engine';
import type { Customer, CustomerProfile } from '../domain/customer.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf, insertDataKey } from './data-keys.ts';
import type { Database, Statement, Transaction, Writer } from './database.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

interface CustomerRow extends DataKeyColumns {
  readonly id: string;
  readonly external_id: string;
  readonly country: string | null;
  readonly profile: Buffer;
  readonly created_at: Date;
}

const COLUMNS = `c.id, c.external_id, c.country, c.profile, c.created_at, ${DATA_KEY_COLUMNS}`;
const FROM = `switchyard.customer c
  join switchyard.data_key k on k.environment_id = c.environment_id and k.subject_id = c.id and k.wrapped is not null`;

const insertCustomer: Statement<never> = {
  name: 'customer-insert',
  text: `insert into switchyard.customer (environment_id, id, external_id, country, profile, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
};

const insertUnlessThere: Statement<{ readonly id: string }> = {
  name: 'customer-insert-unless-there',
  text: `with customer as (
      insert into switchyard.customer (environment_id, id, external_id, country, profile, created_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (environment_id, external_id) do nothing
      returning environment_id, id, created_at
    ), key as (
      insert into switchyard.data_key
        (environment_id, subject_id, version, environment_key_version, wrapped, created_at)
      select environment_id, id, $7::integer, $8::integer, $9::bytea, created_at from customer
    )
    select id from customer`,
};

const selectByExternalId: Statement<CustomerRow> = {
  name: 'customer-by-external-id',
  text: `select ${COLUMNS} from ${FROM} where c.environment_id = $1 and c.external_id = $2`,
};

const selectById: Statement<CustomerRow> = {
  name: 'customer-by-id',
  text: `select ${COLUMNS} from ${FROM} where c.environment_id = $1 and c.id = $2`,
};

const selectPage: Statement<CustomerRow> = {
  name: 'customer-page',
  text: `select ${COLUMNS} from ${FROM}
    where c.environment_id = $1 and c.id < $2 and k.subject_id < $2 order by c.id desc limit $3`,
};

const selectPageByExternalId: Statement<CustomerRow> = {
  name: 'customer-page-by-external-id',
  text: `select ${COLUMNS} from ${FROM}
    where c.environment_id = $1 and c.id < $2 and c.external_id = $4 order by c.id desc limit $3`,
};

const selectCursor: Statement<{ readonly id: string }> = {
  name: 'customer-cursor',
  text: 'select id from switchyard.customer where environment_id = $1 and id = $2',
};

export interface KeyedCustomer {
  readonly customer: Customer;
  readonly dataKey: DataKey;
}

/** Writes a customer that is thought to be new. Where its external id is taken, the write fails. */
export function insertNewCustomer(writer: Writer, keys: EnvironmentKeys, customer: Customer): DataKey {
  const { dataKey, row } = keys.newDataKey(customer.id);
  insertDataKey(writer, row, customer.createdAt);
  writer.send(insertCustomer, customerValues(writer, dataKey, customer));
  return dataKey;
}

/** Writes the customer unless one with its external id exists; answers the one that is there afterwards. */
export async function insertOrFindCustomer(
  tx: Transaction,
  keys: EnvironmentKeys,
  customer: Customer,
): Promise<KeyedCustomer> {
  const { dataKey, row } = keys.newDataKey(customer.id);
  const inserted = await tx.query(insertUnlessThere, [
    ...customerValues(tx, dataKey, customer),
    row.version,
    row.environmentKeyVersion,
    row.wrapped,
  ]);
  if (inserted.length === 1) return { customer, dataKey };
  const [existing] = await tx.query(selectByExternalId, [tx.environmentId, customer.externalId]);
  invariant(existing !== undefined, 'what stood in the way of a customer is a customer');
  return { customer: customerOf(keys, existing), dataKey: dataKeyOf(keys, existing) };
}

function customerValues(writer: Writer, dataKey: DataKey, customer: Customer): readonly unknown[] {
  const profile = Buffer.from(JSON.stringify(customer.profile));
  return [
    writer.environmentId,
    customer.id,
    customer.externalId,
    customer.country ?? null,
    dataKey.seal('customer', 'profile', customer.id, profile),
    customer.createdAt,
  ];
}

export async function findCustomer(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<Customer | undefined> {
  const [row] = await db.read(keys.environmentId, selectById, [keys.environmentId, id]);
  return row === undefined ? undefined : customerOf(keys, row);
}

export async function listCustomers(
  db: Database,
  keys: EnvironmentKeys,
  request: PageRequest & { readonly externalId?: string },
): Promise<PageRows<Customer>> {
  const { environmentId } = keys;
  const page = await readPage(request, {
    rows: (limit) =>
      request.externalId === undefined
        ? db.read(environmentId, selectPage, [environmentId, before(request), limit])
        : db.read(environmentId, selectPageByExternalId, [
            environmentId,
            before(request),
            limit,
            request.externalId,
          ]),
    cursorExists: async (after) =>
      (await db.read(environmentId, selectCursor, [environmentId, after])).length === 1,
  });
  return page.ok ? { ...page, rows: page.rows.map((row) => customerOf(keys, row)) } : page;
}

function customerOf(keys: EnvironmentKeys, row: CustomerRow): Customer {
  const plain = dataKeyOf(keys, row).open('customer', 'profile', row.id, row.profile);
  // What was sealed here is a CustomerProfile: `customerValues` is what is written, and the seal proves it.
  const profile = JSON.parse(plain.toString()) as CustomerProfile;
  return {
    id: row.id,
    externalId: row.external_id,
    ...(row.country === null ? {} : { country: row.country }),
    profile,
    createdAt: row.created_at,
  };
}
