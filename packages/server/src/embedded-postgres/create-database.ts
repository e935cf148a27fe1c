import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { CONNECT_TIMEOUT_MS } from './limits.ts';
import { DATABASE, OWNER, PORT, SUPERUSER } from './names.ts';

/**
 * Makes the service's role and database where they are missing. The role owns its database and may create other roles,
 * and is not a superuser. Each step is checked for by itself, so an interrupted first start is completed by the next.
 */
export async function createDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({
    host: cluster.socket.path,
    port: PORT,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A server that dies under this connection makes the query fail; the event itself must not end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await exists(client, 'select 1 from pg_roles where rolname = $1', OWNER))) {
      await client.query(`create role ${OWNER} login createrole`);
    }
    if (!(await exists(client, 'select 1 from pg_database where datname = $1', DATABASE))) {
      await client.query(`create database ${DATABASE} owner ${OWNER}`);
    }
  } finally {
    await client.end();
  }
}

async function exists(client: pg.Client, query: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query(query, [name]);
  return rowCount === 1;
}
