/** A real store on a real Postgres of its own, for the tests of one file. Nothing but tests imports this. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentMode } from '@switchyard/engine';
import pg from 'pg';
import type { Environment } from '../domain/environment.ts';
import { type IdPrefix, idFromUuid } from '../domain/ids.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { type Keyring, openKeyring } from '../store/keyring.ts';
import { type MasterKeys, masterKey } from '../store/master-keys.ts';
import { migrate } from '../store/migrate.ts';
import { createEnvironment, createOrganisation } from '../store/organisations.ts';

export interface TestStore {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly masterKeys: MasterKeys;
  readonly newId: (prefix: IdPrefix) => string;
  /** As the owner of the schema, in one environment, one organisation or none, for looking behind the service's back. */
  asOwner<Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
    environmentId?: string,
    organisationId?: string,
  ): Promise<Row[]>;
  newEnvironment(mode?: EnvironmentMode): Promise<Environment>;
  stop(): Promise<void>;
}

export async function startTestStore({ poolMax = 8 } = {}): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-store-'));
  const embedded = await startEmbeddedPostgres({ dataDir });
  await migrate(embedded.connection);
  const db = openDatabase({
    connection: embedded.connection,
    poolMax,
    preparedStatements: true,
    onIdleError: () => undefined,
  });
  const owner = new pg.Pool({ ...embedded.connection, max: 2 });
  owner.on('connect', (client) => client.on('error', () => undefined));
  // The database may end a connection that the pool is about to end itself, and the pool then tells of it too.
  owner.on('error', () => undefined);
  const masterKeys = { current: masterKey(randomBytes(32)), previous: [] };
  const newId = (prefix: IdPrefix) => idFromUuid(prefix, randomUUIDv7());
  return {
    db,
    keyring: openKeyring(db, masterKeys),
    masterKeys,
    newId,
    asOwner: async (text, values = [], environmentId = '', organisationId = '') => {
      const client = await owner.connect();
      try {
        await client.query('begin');
        await client.query(
          `select set_config('switchyard.environment', $1, true), set_config('switchyard.organisation', $2, true)`,
          [environmentId, organisationId],
        );
        const { rows } = await client.query(text, values);
        await client.query('commit');
        client.release();
        return rows;
      } catch (error) {
        // What it has begun ends with it.
        client.release(true);
        throw error;
      }
    },
    newEnvironment: async (mode = 'test') => {
      const createdAt = new Date();
      const organisationId = newId('org_');
      const environment = { id: newId('env_'), organisationId, mode };
      await createOrganisation(db, { id: organisationId, name: organisationId, createdAt });
      await createEnvironment(db, masterKeys, { ...environment, name: mode, createdAt });
      return environment;
    },
    stop: async () => {
      await owner.end();
      await db.close();
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
