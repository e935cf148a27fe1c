/** A database of the proof's own, with environments and endpoints of every manner, and events written at a steady rate. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import type { Environment } from '../../../packages/server/src/domain/environment.ts';
import { type IdPrefix, idFromUuid } from '../../../packages/server/src/domain/ids.ts';
import { startEmbeddedPostgres } from '../../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { type Database, openDatabase } from '../../../packages/server/src/store/database.ts';
import { insertEvent } from '../../../packages/server/src/store/events.ts';
import { gatherWrites } from '../../../packages/server/src/store/gather-writes.ts';
import { type Keyring, openKeyring } from '../../../packages/server/src/store/keyring.ts';
import { masterKey } from '../../../packages/server/src/store/master-keys.ts';
import { migrate } from '../../../packages/server/src/store/migrate.ts';
import { createEnvironment, createOrganisation } from '../../../packages/server/src/store/organisations.ts';
import {
  createEndpoint,
  inTransaction,
} from '../../../packages/server/src/workflows/webhooks/manage-endpoints.ts';
import { temporaryDir } from '../../harness/start-switchyard.ts';
import type { Manner, Receiver, Receivers } from './receivers.ts';

export interface Site {
  readonly connection: pg.PoolConfig;
  readonly masterKey: string;
  readonly environments: readonly Environment[];
  readonly endpoints: readonly PlacedEndpoint[];
  /** Looks behind the service's back, in one environment or in none. */
  query<Row extends pg.QueryResultRow>(text: string, environmentId?: string): Promise<readonly Row[]>;
  append(environment: Environment): Promise<string>;
  stop(): Promise<void>;
}

export interface PlacedEndpoint {
  readonly environment: Environment;
  readonly id: string;
  readonly receiver: Receiver;
}

const newId = <P extends IdPrefix>(prefix: P) => idFromUuid(prefix, randomUUIDv7());

/** An environment for each list of manners. */
export async function openSite(manners: readonly (readonly Manner[])[], receivers: Receivers): Promise<Site> {
  const dataDir = temporaryDir();
  const embedded = await startEmbeddedPostgres({ dataDir });
  await migrate(embedded.connection);
  const db = openDatabase({
    connection: embedded.connection,
    poolMax: 8,
    preparedStatements: true,
    onIdleError: () => undefined,
  });
  const owner = new pg.Pool({ ...embedded.connection, max: 2 });
  owner.on('error', () => undefined);
  const key = randomBytes(32);
  const masterKeys = { current: masterKey(key), previous: [] };
  const keyring = openKeyring(db, masterKeys);
  const environments: Environment[] = [];
  const endpoints: PlacedEndpoint[] = [];
  for (const ofEnvironment of manners) {
    const environment = { id: newId('env_'), organisationId: newId('org_'), mode: 'test' as const };
    const createdAt = new Date();
    await createOrganisation(db, { id: environment.organisationId, name: 'proof', createdAt });
    await createEnvironment(db, masterKeys, { ...environment, name: 'proof', createdAt });
    environments.push(environment);
    for (const manner of ofEnvironment) {
      endpoints.push(await place(db, keyring, environment, receivers, endpoints.length, manner));
    }
  }
  return {
    connection: embedded.connection,
    masterKey: key.toString('hex'),
    environments,
    endpoints,
    query: (text, environmentId = '') => queryAsOwner(owner, text, environmentId),
    append: (environment) => append(db, environment),
    async stop() {
      await owner.end();
      await db.close();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** So many events each second, dealt out to the environments in turn. */
export async function appendSteadily(site: Site, count: number, perSecond: number): Promise<void> {
  const begunMs = Date.now();
  const written: Promise<string>[] = [];
  for (let at = 0; at < count; at += 1) {
    const environment = site.environments[at % site.environments.length];
    if (environment === undefined) return;
    written.push(site.append(environment));
    const dueMs = begunMs + ((at + 1) * 1000) / perSecond;
    if (dueMs > Date.now()) await wait(dueMs - Date.now());
  }
  await Promise.all(written);
}

async function place(
  db: Database,
  keyring: Keyring,
  environment: Environment,
  receivers: Receivers,
  at: number,
  manner: Manner,
): Promise<PlacedEndpoint> {
  const { url, receiver } = receivers.add(at, manner);
  const made = await inTransaction(db, environment.id, (tx) =>
    createEndpoint({ keyring, newId }, tx, { mode: environment.mode, at: new Date() }, { url }),
  );
  if (!made.ok) throw new Error(`An endpoint was refused: ${made.error.kind}`);
  receiver.verifier = new Webhook(made.value.secret);
  return { environment, id: made.value.endpoint.id, receiver };
}

async function append(db: Database, environment: Environment): Promise<string> {
  const id = newId('evt_');
  const writes = gatherWrites(environment.id);
  insertEvent(writes, {
    id,
    type: 'connection.degraded',
    objectId: 'con_proof',
    // The log does not look into what it keeps, and it is of the size of an ordinary one.
    object: { object: 'connection', id: 'con_proof', note: 'x'.repeat(800) } as never,
    cause: { actor: 'worker' },
    apiVersion: '2026-10-08',
    createdAt: new Date(),
  });
  await db.write(writes);
  return id;
}

async function queryAsOwner<Row extends pg.QueryResultRow>(
  owner: pg.Pool,
  text: string,
  environmentId: string,
): Promise<readonly Row[]> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('switchyard.environment', $1, true)`, [environmentId]);
    const { rows } = await client.query<Row>(text);
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}
