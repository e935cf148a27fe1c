import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user the database runs as when it is not simply ours; undefined when it is. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined;

/** `nobody` and `nogroup`: there on every Linux, and owners of nothing else. */
const NOBODY = 65_534;

/**
 * Postgres refuses to run as root, so root starts it as somebody else: the owner of the cluster if there is one already
 * (an ordinary user may have made it), else nobody.
 */
export async function chooseRunAs(clusterDirectory: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDirectory).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return { uid: NOBODY, gid: NOBODY };
  return { uid: owner.uid, gid: owner.gid };
}

/** Whether any user may read a file or enter a directory, and enter all that lie above it. */
export async function isOpenToEveryone(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o005) !== 0o005) return false;
  for (let above = dirname(path); ; above = dirname(above)) {
    if (((await stat(above)).mode & 0o001) === 0) return false;
    if (above === dirname(above)) return true;
  }
}
