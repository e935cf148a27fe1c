/**
 * The banks an environment can reach, in memory. While look-ups keep coming each uses what is at hand, and whether the directories
 * have changed is asked beside it, every few seconds. After a silence what is at hand may be of any age; then the first to ask
 * waits until that is known, though not for long.
 */
import type { Logger } from 'pino';
import type { Institution, InstitutionQuery } from '../domain/institutions/institution.ts';
import { type InstitutionIndex, indexInstitutions } from '../domain/institutions/institution-index.ts';
import { mergeDirectories } from '../domain/institutions/merge-directories.ts';
import type { Database } from '../store/database.ts';
import { directoriesVersion, loadDirectories } from '../store/provider-directories.ts';
import { withinTime } from '../store/within-time.ts';

export interface Directory {
  find(environmentId: string, id: string): Promise<Institution | undefined>;
  findByRef(environmentId: string, connectionId: string, ref: string): Promise<Institution | undefined>;
  search(environmentId: string, query: InstitutionQuery): Promise<readonly Institution[]>;
  /** What is at hand is known to be old. */
  forget(environmentId: string): void;
}

export interface DirectoryDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly logger: Pick<Logger, 'warn'>;
}

interface Held {
  readonly version: string;
  readonly index: InstitutionIndex;
}

interface Entry {
  held: Promise<Held>;
  checkedMs: number;
  checking: Promise<void> | undefined;
}

const CHECK_EVERY_MS = 3_000;
/** Within the five seconds in which a change must be felt on every node. */
const TRUSTED_MS_MAX = 4_000;
/** A database that takes longer is not waited for: yesterday's banks are better than no answer. */
const CHECK_WAIT_MS_MAX = 1_000;

export function createDirectory(deps: DirectoryDeps): Directory {
  const entries = new Map<string, Entry>();

  async function check(environmentId: string, entry: Entry): Promise<void> {
    try {
      const held = await entry.held;
      if ((await directoriesVersion(deps.db, environmentId)) !== held.version) {
        entry.held = Promise.resolve(await load(deps.db, environmentId));
      }
    } catch (error) {
      deps.logger.warn(
        { err: error },
        'the directory of banks could not be read anew; the last one serves on',
      );
    } finally {
      entry.checkedMs = deps.now();
      entry.checking = undefined;
    }
  }

  async function indexOf(environmentId: string): Promise<InstitutionIndex> {
    let entry = entries.get(environmentId);
    if (entry === undefined) {
      entry = { held: load(deps.db, environmentId), checkedMs: deps.now(), checking: undefined };
      entries.set(environmentId, entry);
      entry.held.catch(() => entries.delete(environmentId));
    }
    const ageMs = deps.now() - entry.checkedMs;
    if (ageMs > CHECK_EVERY_MS) entry.checking ??= check(environmentId, entry);
    if (ageMs > TRUSTED_MS_MAX) await withinTime(entry.checking, CHECK_WAIT_MS_MAX);
    return (await entry.held).index;
  }

  return {
    find: async (environmentId, id) => (await indexOf(environmentId)).find(id),
    findByRef: async (environmentId, connectionId, ref) =>
      (await indexOf(environmentId)).findByRef(connectionId, ref),
    search: async (environmentId, query) => (await indexOf(environmentId)).search(query),
    forget: (environmentId) => {
      const entry = entries.get(environmentId);
      if (entry !== undefined) void check(environmentId, entry);
    },
  };
}

async function load(db: Database, environmentId: string): Promise<Held> {
  const version = await directoriesVersion(db, environmentId);
  const index = indexInstitutions(mergeDirectories(await loadDirectories(db, environmentId)));
  return { version, index };
}
