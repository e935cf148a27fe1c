/** Where events are sent to. Secrets are sealed under the environment's own data key, and opened only to sign or to show once. */
import type { EventType } from '@switchyard/contract';
import { invariant } from '@switchyard/engine';
import type { DisabledReason, WebhookEndpoint, WebhookSecrets } from '../domain/webhooks/endpoint.ts';
import { ENDPOINTS_PER_ENVIRONMENT_MAX } from '../domain/webhooks/endpoint.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly types: readonly EventType[] | null;
  readonly status: WebhookEndpoint['status'];
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly revision: number;
  readonly is_resending: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface SealedRow extends EndpointRow, DataKeyColumns {
  readonly secrets: Buffer;
}

/** As JSON has it. */
interface StoredSecrets {
  readonly current: string;
  readonly previous?: { readonly secret: string; readonly until: string };
}

export interface EndpointWithSecrets {
  readonly endpoint: WebhookEndpoint;
  readonly secrets: WebhookSecrets;
}

/** What may be changed of an endpoint, by itself or together. */
export interface EndpointChange {
  readonly url?: string;
  readonly description?: string;
  /** Null: all of them. */
  readonly types?: readonly EventType[] | null;
}

const COLUMNS = `e.id, e.url, e.description, e.types, e.status, e.disabled_reason, e.disabled_at, e.failing_since, e.revision,
  e.resend_from is not null as is_resending, e.created_at, e.updated_at`;
const FROM = `from switchyard.webhook_endpoint e where e.environment_id = $1 and e.status <> 'deleted'`;

const insert: Statement<never> = {
  name: 'webhook-endpoint-insert',
  text: `insert into switchyard.webhook_endpoint
      (environment_id, id, url, description, types, status, secrets, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 'enabled', $6, $7, $7)`,
};

const selectOne: Statement<EndpointRow> = {
  name: 'webhook-endpoint-one',
  text: `select ${COLUMNS} ${FROM} and e.id = $2`,
};

const selectMany: Statement<EndpointRow> = {
  name: 'webhook-endpoint-many',
  text: `select ${COLUMNS} ${FROM} and e.id = any($2)`,
};

const selectSealed: Statement<SealedRow> = {
  name: 'webhook-endpoint-sealed',
  text: `select ${COLUMNS}, e.secrets, ${DATA_KEY_COLUMNS} from switchyard.webhook_endpoint e
    join switchyard.data_key k on k.environment_id = e.environment_id and k.subject_id = e.environment_id
    where e.environment_id = $1 and e.id = $2 and e.status <> 'deleted'`,
};

const selectSealedHeld: Statement<SealedRow> = {
  name: 'webhook-endpoint-sealed-held',
  text: `${selectSealed.text} for update of e`,
};

const selectPage: Statement<EndpointRow> = {
  name: 'webhook-endpoint-page',
  text: `select ${COLUMNS} ${FROM} and e.id < $2 order by e.id desc limit $3`,
};

const count: Statement<{ readonly n: number }> = {
  name: 'webhook-endpoint-count',
  text: `select count(*)::integer as n ${FROM}`,
};

const lockEnvironment: Statement<never> = {
  name: 'webhook-endpoint-turn',
  text: `select pg_advisory_xact_lock(hashtextextended('webhook_endpoint ' || $1, 0))`,
};

const update: Statement<EndpointRow> = {
  name: 'webhook-endpoint-update',
  text: `update switchyard.webhook_endpoint e set url = coalesce($3, e.url), description = coalesce($4, e.description),
      types = case when $5 then $6 else e.types end, revision = e.revision + 1, updated_at = $7
    where e.environment_id = $1 and e.id = $2 and e.status <> 'deleted' returning ${COLUMNS}`,
};

const updateSecrets: Statement<never> = {
  name: 'webhook-endpoint-secrets',
  text: `update switchyard.webhook_endpoint set secrets = $3, revision = revision + 1, updated_at = $4
    where environment_id = $1 and id = $2`,
};

const enable: Statement<EndpointRow> = {
  name: 'webhook-endpoint-enable',
  text: `update switchyard.webhook_endpoint e set status = 'enabled', disabled_reason = null, disabled_at = null,
      failing_since = null, revision = e.revision + 1, updated_at = $3
    where e.environment_id = $1 and e.id = $2 and e.status = 'disabled' returning ${COLUMNS}`,
};

const disable: Statement<EndpointRow> = {
  name: 'webhook-endpoint-disable',
  text: `update switchyard.webhook_endpoint e set status = 'disabled', disabled_reason = $3, disabled_at = $4,
      resend_from = null, resend_until = null, revision = e.revision + 1, updated_at = $4
    where e.environment_id = $1 and e.id = $2 and e.status = 'enabled' returning ${COLUMNS}`,
};

const markDeleted: Statement<{ readonly id: string }> = {
  name: 'webhook-endpoint-delete',
  text: `update switchyard.webhook_endpoint set status = 'deleted', disabled_reason = null, disabled_at = null,
      resend_from = null, resend_until = null, revision = revision + 1, updated_at = $3
    where environment_id = $1 and id = $2 and status <> 'deleted' returning id`,
};

const setFailingSince: Statement<never> = {
  name: 'webhook-endpoint-failing',
  text: `update switchyard.webhook_endpoint set failing_since = $3 where environment_id = $1 and id = $2`,
};

const purgeMessages: Statement<{ readonly n: number }> = {
  name: 'webhook-endpoint-purge-messages',
  text: `with gone as (
      select m.endpoint_id, m.event_id from switchyard.webhook_message m
      join switchyard.webhook_endpoint e on e.environment_id = m.environment_id and e.id = m.endpoint_id
      where m.environment_id = $1 and e.status = 'deleted' limit $2
    ), deleted as (
      delete from switchyard.webhook_message m using gone
      where m.environment_id = $1 and m.endpoint_id = gone.endpoint_id and m.event_id = gone.event_id returning 1
    ) select count(*)::integer as n from deleted`,
};

const purgeEndpoints: Statement<never> = {
  name: 'webhook-endpoint-purge',
  text: `delete from switchyard.webhook_endpoint e where e.environment_id = $1 and e.status = 'deleted'
    and not exists (select from switchyard.webhook_message m
      where m.environment_id = $1 and m.endpoint_id = e.id)`,
};

export function insertEndpoint(
  tx: Transaction,
  dataKey: DataKey,
  endpoint: Pick<WebhookEndpoint, 'id' | 'url' | 'description' | 'types' | 'createdAt'>,
  secrets: WebhookSecrets,
): void {
  const { id, url, description, types, createdAt } = endpoint;
  const sealed = sealSecrets(dataKey, id, secrets);
  tx.send(insert, [tx.environmentId, id, url, description, types ?? null, sealed, createdAt]);
}

export async function findEndpoint(
  db: Database,
  environmentId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await db.read(environmentId, selectOne, [environmentId, id]);
  return row === undefined ? undefined : endpointOf(row);
}

export async function readEndpoint(tx: Transaction, id: string): Promise<WebhookEndpoint | undefined> {
  const [row] = await tx.query(selectOne, [tx.environmentId, id]);
  return row === undefined ? undefined : endpointOf(row);
}

/** By id; those that have been deleted are missing. */
export async function readEndpoints(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WebhookEndpoint>> {
  const rows = await tx.query(selectMany, [tx.environmentId, ids]);
  return new Map(rows.map((row) => [row.id, endpointOf(row)]));
}

export async function findEndpointWithSecrets(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<EndpointWithSecrets | undefined> {
  const [row] = await db.read(keys.environmentId, selectSealed, [keys.environmentId, id]);
  return row === undefined ? undefined : opened(keys, row);
}

/** Held to the end of the transaction, so that two rotations come after each other. */
export async function readEndpointWithSecrets(
  tx: Transaction,
  keys: EnvironmentKeys,
  id: string,
): Promise<EndpointWithSecrets | undefined> {
  const [row] = await tx.query(selectSealedHeld, [tx.environmentId, id]);
  return row === undefined ? undefined : opened(keys, row);
}

/** Newest first. */
export function listEndpoints(
  db: Database,
  environmentId: string,
  request: PageRequest,
): Promise<PageRows<WebhookEndpoint>> {
  return readPage(request, {
    rows: async (limit) =>
      (await db.read(environmentId, selectPage, [environmentId, before(request), limit])).map(endpointOf),
    cursorExists: async (after) => (await findEndpoint(db, environmentId, after)) !== undefined,
  });
}

/** Newest first; there are never more than a page's worth. */
export async function listAllEndpoints(
  db: Database,
  environmentId: string,
): Promise<readonly WebhookEndpoint[]> {
  const rows = await db.read(environmentId, selectPage, [
    environmentId,
    before({ limit: 0 }),
    ENDPOINTS_PER_ENVIRONMENT_MAX,
  ]);
  return rows.map(endpointOf);
}

/** Whoever counts in a transaction is the only one until its end, so that two cannot both be the last that fits. */
export async function countEndpoints(tx: Transaction): Promise<number> {
  await tx.query(lockEnvironment, [tx.environmentId]);
  const [row] = await tx.query(count, [tx.environmentId]);
  invariant(row !== undefined, 'a count is one row');
  return row.n;
}

export async function updateEndpoint(
  tx: Transaction,
  id: string,
  change: EndpointChange,
  at: Date,
): Promise<WebhookEndpoint | undefined> {
  const { url = null, description = null, types } = change;
  const values = [tx.environmentId, id, url, description, types !== undefined, types ?? null, at];
  const [row] = await tx.query(update, values);
  return row === undefined ? undefined : endpointOf(row);
}

export function updateEndpointSecrets(
  tx: Transaction,
  dataKey: DataKey,
  id: string,
  secrets: WebhookSecrets,
  at: Date,
): void {
  tx.send(updateSecrets, [tx.environmentId, id, sealSecrets(dataKey, id, secrets), at]);
}

/** Undefined when it was not disabled. */
export async function enableEndpoint(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await tx.query(enable, [tx.environmentId, id, at]);
  return row === undefined ? undefined : endpointOf(row);
}

/** Undefined when it was not enabled. */
export async function disableEndpoint(
  tx: Transaction,
  id: string,
  reason: DisabledReason,
  at: Date,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await tx.query(disable, [tx.environmentId, id, reason, at]);
  return row === undefined ? undefined : endpointOf(row);
}

/** It is gone for everybody at once; housekeeping takes its messages away, a few at a time. */
export async function deleteEndpoint(tx: Transaction, id: string, at: Date): Promise<boolean> {
  return (await tx.query(markDeleted, [tx.environmentId, id, at])).length === 1;
}

export function noteFailingSince(tx: Transaction, id: string, since: Date | undefined): void {
  tx.send(setFailingSince, [tx.environmentId, id, since ?? null]);
}

/** How many messages of deleted endpoints went; fewer than asked when none is left. */
export function purgeDeletedEndpoints(db: Database, environmentId: string, max: number): Promise<number> {
  return db.transaction(environmentId, async (tx) => {
    const [row] = await tx.query(purgeMessages, [environmentId, max]);
    tx.send(purgeEndpoints, [environmentId]);
    return { commit: true, value: row?.n ?? 0 };
  });
}

function opened(keys: EnvironmentKeys, row: SealedRow): EndpointWithSecrets {
  const plain = dataKeyOf(keys, row).open('webhook_endpoint', 'secrets', row.id, row.secrets);
  // `sealSecrets` is what wrote it.
  const { current, previous } = JSON.parse(plain.toString()) as StoredSecrets;
  const until = previous === undefined ? undefined : new Date(previous.until);
  const secrets = {
    current,
    ...(previous === undefined || until === undefined
      ? {}
      : { previous: { secret: previous.secret, until } }),
  };
  return { endpoint: endpointOf(row), secrets };
}

function sealSecrets(dataKey: DataKey, id: string, secrets: WebhookSecrets): Buffer {
  return dataKey.seal('webhook_endpoint', 'secrets', id, Buffer.from(JSON.stringify(secrets)));
}

function endpointOf(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    ...(row.types === null ? {} : { types: row.types }),
    status: row.status,
    ...(row.disabled_reason === null || row.disabled_at === null
      ? {}
      : { disabled: { reason: row.disabled_reason, at: row.disabled_at } }),
    ...(row.failing_since === null ? {} : { failingSince: row.failing_since }),
    revision: row.revision,
    isResending: row.is_resending,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
