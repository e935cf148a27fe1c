import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, dataArgument, POSTGRES_ENVIRONMENT } from './cluster.ts';
import { SUPERUSER } from './names.ts';

const MAJOR_VERSION = '18';

/**
 * Makes the cluster if there is none. It is created under another name and renamed when it is complete and on the disk,
 * so a cluster that exists is whole, whenever the machine went down.
 */
export async function initCluster(cluster: Cluster, onProgress?: (message: string) => void): Promise<void> {
  await removeUnfinished(cluster);
  const version = await readVersion(cluster);
  if (version === MAJOR_VERSION) return;
  if (version !== undefined) {
    throw new Error(
      `${cluster.directory} was made by Postgres ${version}, and this version of Switchyard brings Postgres ${MAJOR_VERSION}.`,
    );
  }
  onProgress?.('Creating the database (first start only)');
  const unfinished = await mkdtemp(unfinishedPrefix(cluster));
  if (cluster.runAs !== undefined) await chown(unfinished, cluster.runAs.uid, cluster.runAs.gid);
  await runInitdb(cluster, unfinished);
  await rename(unfinished, cluster.directory);
  await syncDirectory(dirname(cluster.directory));
}

function unfinishedPrefix(cluster: Cluster): string {
  return `${cluster.directory}.new-`;
}

/** An `initdb` whose parent was killed may still be writing: what cannot be removed now will be at the next start. */
async function removeUnfinished(cluster: Cluster): Promise<void> {
  const parent = dirname(cluster.directory);
  const prefix = basename(unfinishedPrefix(cluster));
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  await Promise.all(
    names.map((name) => rm(join(parent, name), { recursive: true, force: true }).catch(() => {})),
  );
}

async function readVersion(cluster: Cluster): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster.directory, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== 'EACCES') throw error;
    throw new Error(
      `${cluster.directory} belongs to another user. Start as that user, or choose another data directory.`,
    );
  }
}

async function runInitdb(cluster: Cluster, directory: string): Promise<void> {
  try {
    await promisify(execFile)(cluster.binaries.initdb, initdbArguments(directory), {
      ...cluster.runAs,
      cwd: directory,
      env: POSTGRES_ENVIRONMENT,
    });
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    throw new Error(`The database could not be created: ${stderr?.trim() || message}`, { cause: error });
  }
}

function initdbArguments(directory: string): readonly string[] {
  return [
    `--pgdata=${dataArgument(directory)}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // Sorts by code point and folds case by Unicode, the same on every machine whatever locales it has.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Who may connect is decided by the socket directory's permissions.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ];
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
