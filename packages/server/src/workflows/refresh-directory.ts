/** Fetches what a connection's provider knows of banks, all of it, and keeps it. A fetch that fails half way changes nothing. */
import type { DirectoryPage, Failed, ProviderInstitution } from '@switchyard/rail-kit';
import type { CallableConnection } from '../rails/call.ts';
import { findConnection } from '../store/connections.ts';
import { claimJob, finishJob, LEASE_MS, type Lease } from '../store/jobs.ts';
import { packDirectory, putDirectory } from '../store/provider-directories.ts';
import { coverInstitutions } from './cover-institutions.ts';
import type { WorkflowDeps } from './deps.ts';
import { noteAbilities } from './note-abilities.ts';

const REFRESH_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 5 * 60 * 1000;
const PAGES_MAX = 1_000;
const LOOK_EVERY_MS = 50;

export async function refreshDirectory(deps: WorkflowDeps, lease: Lease): Promise<Date | undefined> {
  const { environmentId, subjectId: connectionId } = lease;
  // Credentials may be new, and with them what the adapter can do.
  await noteAbilities(deps, environmentId, connectionId);
  const fetched = await fetchAll(deps, environmentId, connectionId);
  if (fetched === 'none') return undefined;
  if (fetched === 'failed') return new Date(deps.now() + RETRY_MS);
  const served = await findConnection(deps.db, environmentId, connectionId);
  const countries = served?.body.countries ?? [];
  // A connection may be agreed for some countries only; banks elsewhere are not within its reach.
  const within = fetched.filter(({ country }) => countries.length === 0 || countries.includes(country));
  const packed = await packDirectory(within);
  const at = new Date(deps.now());
  await deps.db.transaction(environmentId, async (tx) => {
    putDirectory(tx, connectionId, packed, at);
    return { commit: true, value: undefined };
  });
  deps.directory.forget(environmentId);
  await coverInstitutions(deps, environmentId);
  return new Date(at.getTime() + REFRESH_MS);
}

/** For a start that wants its banks at once: it fetches them itself, after whoever is at it already. */
export async function refreshNow(
  deps: WorkflowDeps,
  environmentId: string,
  connectionId: string,
): Promise<void> {
  const connection = await deps.connections.callable(environmentId, connectionId);
  if (connection === undefined || !hasDirectory(deps, connection)) return;
  const job = { environmentId, kind: 'directory.refresh', subjectId: connectionId } as const;
  for (let waitedMs = 0; waitedMs < LEASE_MS; waitedMs += LOOK_EVERY_MS) {
    const lease = await claimJob(deps.db, job);
    if (lease !== undefined) return finishJob(deps.db, lease, await refreshDirectory(deps, lease));
    await deps.sleep(LOOK_EVERY_MS);
  }
}

/** `none`: the connection has no directory, or is switched off. */
async function fetchAll(
  deps: WorkflowDeps,
  environmentId: string,
  connectionId: string,
): Promise<readonly ProviderInstitution[] | 'none' | 'failed'> {
  const connection = await deps.connections.callable(environmentId, connectionId);
  if (connection === undefined || !hasDirectory(deps, connection)) return 'none';
  const all: ProviderInstitution[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const from = after === undefined ? {} : { after };
    const answer = await deps.caller.call(
      connection,
      { name: 'institutions.list' },
      async ({
        institutions,
      }): Promise<{ readonly kind: 'done'; readonly result: DirectoryPage } | Failed> =>
        institutions === undefined ? { kind: 'misconfigured' } : institutions.list(from),
    );
    if (answer.kind !== 'done') return 'failed';
    all.push(...answer.result.institutions);
    after = answer.result.next;
    if (after === undefined) return all;
  }
  return 'failed';
}

function hasDirectory(deps: WorkflowDeps, connection: CallableConnection): boolean {
  return deps.caller.open(connection)?.institutions !== undefined;
}
