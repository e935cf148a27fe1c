/** How far a database is, compared with the migrations of this release. Looks, and changes nothing. */
import pg from 'pg';
import { loadMigrations, type Migration } from './migrate.ts';

export interface MigrationState {
  /** Still to be applied. */
  readonly missing: readonly Migration[];
  /** Applied, but with another content than they have here. */
  readonly changed: readonly Migration[];
  /** Numbers that only a newer release knows. */
  readonly newer: readonly number[];
}

export async function readMigrationState(
  connection: pg.ClientConfig,
  migrations = loadMigrations(),
): Promise<MigrationState> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const applied = await readApplied(client);
    return {
      missing: migrations.filter(({ version }) => !applied.has(version)),
      changed: migrations.filter(
        ({ version, checksum }) => applied.has(version) && applied.get(version) !== checksum,
      ),
      newer: [...applied.keys()].filter((version) => !migrations.some((known) => known.version === version)),
    };
  } finally {
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<ReadonlyMap<number, string>> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migration') is not null as exists`,
  );
  if (found[0]?.exists !== true) return new Map();
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from public.schema_migration order by version',
  );
  return new Map(rows.map(({ version, checksum }) => [version, checksum]));
}
