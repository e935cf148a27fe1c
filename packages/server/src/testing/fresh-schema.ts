/** What the migrations make, read from a database that has just run them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { describeSchema } from '../store/describe-schema.ts';
import { migrate } from '../store/migrate.ts';

export function freshSchema(): Promise<string> {
  return withFreshDatabase(describeSchema);
}

export async function withFreshDatabase<T>(read: (client: pg.Client) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-schema-'));
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(embedded.connection);
    const client = new pg.Client(embedded.connection);
    await client.connect();
    try {
      return await read(client);
    } finally {
      await client.end();
    }
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
