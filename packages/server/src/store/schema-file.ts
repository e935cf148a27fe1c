/** The committed schema, and what a fresh database says it should be. `npm run schema` writes it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { describeSchema } from './describe-schema.ts';
import { migrate } from './migrate.ts';

const SCHEMA_FILE = join(import.meta.dirname, 'schema.sql');

export function committedSchema(): string {
  return readFileSync(SCHEMA_FILE, 'utf8');
}

export async function freshSchema(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-schema-'));
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(embedded.connection);
    const client = new pg.Client(embedded.connection);
    await client.connect();
    const schema = await describeSchema(client);
    await client.end();
    return schema;
  } finally {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) writeFileSync(SCHEMA_FILE, await freshSchema());
