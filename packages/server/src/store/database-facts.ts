/** What a person who looks after the service asks of its database. Looks, and changes nothing. */
import pg from 'pg';

export interface DatabaseFacts {
  /** Such as 180004: two digits each of release and patch behind the major version. */
  readonly versionNumber: number;
  readonly version: string;
  /** The database's clock less ours, in the middle of the question. */
  readonly clockSkewMs: number;
  readonly roundTripMs: number;
}

export async function readDatabaseFacts(
  connection: pg.ClientConfig,
  now: () => number,
): Promise<DatabaseFacts> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    // The first question pays for what the connection still has to set up; the second one is measured.
    await client.query('select 1');
    const askedMs = now();
    const { rows } = await client.query<FactsRow>(FACTS);
    const answeredMs = now();
    const [row] = rows;
    if (row === undefined) throw new Error('A select without a table has one row');
    return {
      versionNumber: row.version_number,
      version: row.version,
      clockSkewMs: Math.round(row.clock_ms - (askedMs + answeredMs) / 2),
      roundTripMs: answeredMs - askedMs,
    };
  } finally {
    await client.end();
  }
}

const CONNECT_TIMEOUT_MS = 5_000;

interface FactsRow {
  readonly version_number: number;
  readonly version: string;
  readonly clock_ms: number;
}

const FACTS = `select current_setting('server_version_num')::integer as version_number,
  current_setting('server_version') as version,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as clock_ms`;
