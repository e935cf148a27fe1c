import { access, readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * npm packages cannot hold symbolic links, so the Postgres package lists those its shared libraries need and makes them
 * in an install script. Where install scripts are blocked the links are made here. Answers whether all of them are
 * there: on a read-only file system they may not be.
 */
export async function linkLibraries(packageDirectory: string): Promise<boolean> {
  const list = await readFile(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly { readonly source: string; readonly target: string }[];
  const made = await Promise.all(
    links.map(({ source, target }) => ensureLink(basename(source), join(packageDirectory, target))),
  );
  return made.every(Boolean);
}

async function ensureLink(to: string, at: string): Promise<boolean> {
  if (await exists(at)) return true;
  // Making a symbolic link is atomic; when another process was faster, its link is as good as ours.
  return symlink(to, at).then(
    () => true,
    () => exists(at),
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
