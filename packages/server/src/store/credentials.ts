/** What connections are opened with, sealed under the environment's own data key; and the paths of their webhooks. */
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';

export interface StoredCredentials {
  readonly version: number;
  readonly values: unknown;
}

interface CredentialsRow extends DataKeyColumns {
  readonly version: number;
  readonly sealed: Buffer;
}

const upsert: Statement<never> = {
  name: 'credentials-upsert',
  text: `insert into switchyard.connection_credentials (environment_id, connection_id, version, sealed, updated_at)
    values ($1, $2, 1, $3, $4)
    on conflict (environment_id, connection_id) do update
      set sealed = excluded.sealed, version = switchyard.connection_credentials.version + 1, updated_at = excluded.updated_at`,
};

const select: Statement<CredentialsRow> = {
  name: 'credentials-select',
  text: `select c.version, c.sealed, ${DATA_KEY_COLUMNS}
    from switchyard.connection_credentials c
    join switchyard.data_key k on k.environment_id = c.environment_id and k.subject_id = c.environment_id
    where c.environment_id = $1 and c.connection_id = $2`,
};

const registerPath: Statement<never> = {
  name: 'webhook-path-register',
  text: 'select switchyard.register_webhook_path($1, $2, $3)',
};

const findPath: Statement<{ readonly environment_id: string; readonly connection_id: string }> = {
  name: 'webhook-path-find',
  text: 'select environment_id, connection_id from switchyard.find_webhook_path($1)',
};

export function putCredentials(
  tx: Transaction,
  dataKey: DataKey,
  connectionId: string,
  values: unknown,
  at: Date,
): void {
  const sealed = dataKey.seal(
    'connection_credentials',
    'sealed',
    connectionId,
    Buffer.from(JSON.stringify(values)),
  );
  tx.send(upsert, [tx.environmentId, connectionId, sealed, at]);
}

export async function findCredentials(
  db: Database,
  keys: EnvironmentKeys,
  connectionId: string,
): Promise<StoredCredentials | undefined> {
  const [row] = await db.read(keys.environmentId, select, [keys.environmentId, connectionId]);
  return row === undefined ? undefined : opened(keys, connectionId, row);
}

/** Those that the transaction itself has put included. */
export async function readCredentials(
  tx: Transaction,
  keys: EnvironmentKeys,
  connectionId: string,
): Promise<StoredCredentials | undefined> {
  const [row] = await tx.query(select, [tx.environmentId, connectionId]);
  return row === undefined ? undefined : opened(keys, connectionId, row);
}

function opened(keys: EnvironmentKeys, connectionId: string, row: CredentialsRow): StoredCredentials {
  const plain = dataKeyOf(keys, row).open('connection_credentials', 'sealed', connectionId, row.sealed);
  return { version: row.version, values: JSON.parse(plain.toString()) };
}

export function registerWebhookPath(tx: Transaction, tokenHash: Buffer, connectionId: string): void {
  tx.send(registerPath, [tokenHash, tx.environmentId, connectionId]);
}

export async function findWebhookPath(
  db: Database,
  tokenHash: Buffer,
): Promise<{ readonly environmentId: string; readonly connectionId: string } | undefined> {
  const [row] = await db.call(findPath, [tokenHash]);
  return row === undefined
    ? undefined
    : { environmentId: row.environment_id, connectionId: row.connection_id };
}
