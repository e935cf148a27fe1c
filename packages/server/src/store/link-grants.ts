/** What users granted to connections, and which accounts that is for. */
import type { Json } from '@switchyard/rail-kit';
import type { GrantStatus, LinkGrant } from '../domain/link-grant.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';
import { refOf } from './link-sessions.ts';

interface GrantRow extends DataKeyColumns {
  readonly id: string;
  readonly connection_id: string;
  readonly customer_id: string;
  readonly status: GrantStatus;
  readonly secret: Buffer;
  readonly consent_expires_at: Date | null;
}

const insert: Statement<never> = {
  name: 'link-grant-insert',
  text: `insert into switchyard.link_grant (environment_id, id, connection_id, customer_id, status, secret, provider_ref,
      consent_expires_at, created_at, updated_at)
    values ($1, $2, $3, $4, 'valid', $5, $6, $7, $8, $8)`,
};

const selectById: Statement<GrantRow> = {
  name: 'link-grant-by-id',
  text: `select g.id, g.connection_id, g.customer_id, g.status, g.secret, g.consent_expires_at, ${DATA_KEY_COLUMNS}
    from switchyard.link_grant g
    join switchyard.data_key k on k.environment_id = g.environment_id and k.subject_id = g.customer_id
      and k.wrapped is not null
    where g.environment_id = $1 and g.id = $2`,
};

const selectByRef: Statement<{ readonly id: string }> = {
  name: 'link-grant-by-ref',
  text: `select id from switchyard.link_grant
    where environment_id = $1 and connection_id = $2 and provider_ref = $3 and status = 'valid'`,
};

const endGrant: Statement<{ readonly id: string }> = {
  name: 'link-grant-end',
  text: `update switchyard.link_grant set status = $3, updated_at = $4
    where environment_id = $1 and id = $2 and status = 'valid' returning id`,
};

const moveExpiry: Statement<never> = {
  name: 'link-grant-move-expiry',
  text: `update switchyard.link_grant set consent_expires_at = $3, updated_at = $4
    where environment_id = $1 and id = $2 and status = 'valid'`,
};

const upsertLink: Statement<never> = {
  name: 'account-link-upsert',
  text: `insert into switchyard.account_link (environment_id, account_id, connection_id, grant_id, provider_account)
    values ($1, $2, $3, $4, $5)
    on conflict (environment_id, account_id, connection_id) do update
      set grant_id = excluded.grant_id, provider_account = excluded.provider_account`,
};

/** Accounts that ride on this grant and on no other that holds. */
const selectStranded: Statement<{ readonly account_id: string }> = {
  name: 'account-link-stranded',
  text: `select l.account_id from switchyard.account_link l
    where l.environment_id = $1 and l.grant_id = $2 and not exists (
      select from switchyard.account_link o
      join switchyard.link_grant g on g.environment_id = o.environment_id and g.id = o.grant_id
      where o.environment_id = l.environment_id and o.account_id = l.account_id and g.status = 'valid')
    order by l.account_id`,
};

export function insertGrant(
  tx: Transaction,
  keys: EnvironmentKeys,
  dataKey: DataKey,
  grant: LinkGrant & { readonly ref?: string; readonly createdAt: Date },
): void {
  tx.send(insert, [
    tx.environmentId,
    grant.id,
    grant.connectionId,
    grant.customerId,
    dataKey.seal('link_grant', 'secret', grant.id, Buffer.from(JSON.stringify(grant.secret))),
    grant.ref === undefined ? null : refOf(keys, grant.connectionId, grant.ref),
    grant.consentExpiresAt ?? null,
    grant.createdAt,
  ]);
}

export function linkAccount(
  tx: Transaction,
  dataKey: DataKey,
  link: {
    readonly accountId: string;
    readonly connectionId: string;
    readonly grantId: string;
    readonly providerAccount: string;
  },
): void {
  const sealed = dataKey.seal(
    'account_link',
    'provider_account',
    `${link.accountId}|${link.connectionId}`,
    Buffer.from(link.providerAccount),
  );
  tx.send(upsertLink, [tx.environmentId, link.accountId, link.connectionId, link.grantId, sealed]);
}

export async function findGrant(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<LinkGrant | undefined> {
  const [row] = await db.read(keys.environmentId, selectById, [keys.environmentId, id]);
  if (row === undefined) return undefined;
  const plain = dataKeyOf(keys, row).open('link_grant', 'secret', row.id, row.secret);
  return {
    id: row.id,
    connectionId: row.connection_id,
    customerId: row.customer_id,
    status: row.status,
    // `insertGrant` is the only writer, and the seal proves it.
    secret: JSON.parse(plain.toString()) as Json,
    ...(row.consent_expires_at === null ? {} : { consentExpiresAt: row.consent_expires_at }),
  };
}

export async function findGrantByRef(
  tx: Transaction,
  keys: EnvironmentKeys,
  connectionId: string,
  ref: string,
): Promise<string | undefined> {
  const [row] = await tx.query(selectByRef, [tx.environmentId, connectionId, refOf(keys, connectionId, ref)]);
  return row?.id;
}

/** Ends a grant that held; answers the accounts that are left without any, or undefined when it had ended before. */
export async function endGrantOnce(
  tx: Transaction,
  id: string,
  status: Exclude<GrantStatus, 'valid'>,
  at: Date,
): Promise<readonly string[] | undefined> {
  const ended = await tx.query(endGrant, [tx.environmentId, id, status, at]);
  if (ended.length === 0) return undefined;
  const stranded = await tx.query(selectStranded, [tx.environmentId, id]);
  return stranded.map(({ account_id }) => account_id);
}

export function moveConsentExpiry(tx: Transaction, id: string, expiresAt: Date, at: Date): void {
  tx.send(moveExpiry, [tx.environmentId, id, expiresAt, at]);
}
