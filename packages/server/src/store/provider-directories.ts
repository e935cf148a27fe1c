/** What providers know of banks, as it was last fetched: one gzipped list for each connection. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sha256Hex } from '@switchyard/engine';
import type { ProviderInstitution } from '@switchyard/rail-kit';
import type { ConnectionDirectory } from '../domain/institutions/merge-directories.ts';
import type { Database, Statement, Transaction } from './database.ts';

const upsert: Statement<never> = {
  name: 'provider-directory-upsert',
  text: `insert into switchyard.provider_directory (environment_id, connection_id, body, digest, fetched_at)
    values ($1, $2, $3, $4, $5)
    on conflict (environment_id, connection_id) do update
      set body = excluded.body, digest = excluded.digest, fetched_at = excluded.fetched_at`,
};

const selectDigests: Statement<{ readonly connection_id: string; readonly digest: string }> = {
  name: 'provider-directory-digests',
  text: `select d.connection_id, d.digest from switchyard.provider_directory d
    join switchyard.connection c on c.environment_id = d.environment_id and c.id = d.connection_id
    where d.environment_id = $1 and c.mode = 'route' and c.status in ('ready', 'degraded') order by d.connection_id`,
};

const selectAll: Statement<{ readonly connection_id: string; readonly rail: string; readonly body: Buffer }> =
  {
    name: 'provider-directory-all',
    text: `select d.connection_id, c.rail, d.body from switchyard.provider_directory d
    join switchyard.connection c on c.environment_id = d.environment_id and c.id = d.connection_id
    where d.environment_id = $1 and c.mode = 'route' and c.status in ('ready', 'degraded') order by d.connection_id`,
  };

export async function packDirectory(institutions: readonly ProviderInstitution[]): Promise<Buffer> {
  return promisify(gzip)(JSON.stringify(institutions));
}

export function putDirectory(tx: Transaction, connectionId: string, packed: Buffer, at: Date): void {
  tx.send(upsert, [tx.environmentId, connectionId, packed, sha256Hex(packed.toString('base64')), at]);
}

/** One text for all directories of an environment: another text means that some have changed. */
export async function directoriesVersion(db: Database, environmentId: string): Promise<string> {
  const rows = await db.read(environmentId, selectDigests, [environmentId]);
  return rows.map(({ connection_id, digest }) => `${connection_id} ${digest}`).join('\n');
}

export async function loadDirectories(
  db: Database,
  environmentId: string,
): Promise<readonly ConnectionDirectory[]> {
  const rows = await db.read(environmentId, selectAll, [environmentId]);
  return Promise.all(
    rows.map(async ({ connection_id, rail, body }) => ({
      connectionId: connection_id,
      rail,
      // `packDirectory` is what wrote it.
      institutions: JSON.parse((await promisify(gunzip)(body)).toString()) as ProviderInstitution[],
    })),
  );
}
