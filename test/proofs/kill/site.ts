/**
 * The service and its database as something that can be struck and comes back: the same data directory throughout,
 * another process and port after each restart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi } from '../../harness/api.ts';
import { type RunningSwitchyard, startSwitchyard } from '../../harness/start-switchyard.ts';

export const STRIKES = ['server', 'database', 'both'] as const;
export type Strike = (typeof STRIKES)[number];

export interface Site {
  /** Calls whichever server is the current one. */
  readonly api: Api;
  /** Every pid of a server or database that was ever seen. */
  readonly pids: ReadonlySet<number>;
  /** SIGKILL, then waits until the service answers again; answers how long that took. */
  strike(what: Strike, databaseFirst: boolean): Promise<number>;
  /** The ordinary end: SIGTERM. */
  stop(): Promise<number | null>;
}

const RECOVER_MS_MAX = 30_000;
const POLL_MS = 20;

export async function openSite(dataDir: string): Promise<Site> {
  const pids = new Set<number>();
  let running = await start();

  async function start(): Promise<RunningSwitchyard> {
    const switchyard = await startSwitchyard({ via: 'node', dataDir });
    pids.add(switchyard.pid).add(postmasterPid(dataDir) ?? switchyard.pid);
    return switchyard;
  }

  async function strikeServer(before: () => void, after: () => void): Promise<void> {
    before();
    const dead = running.kill();
    after();
    await dead;
    running = await start();
  }

  return {
    api: (path, request) => createApi(running.baseUrl, running.testKey)(path, request),
    pids,
    async strike(what, databaseFirst) {
      const struckAt = Date.now();
      const killDatabase = () => killPostmaster(dataDir);
      const nothing = () => {};
      if (what === 'server') await strikeServer(nothing, nothing);
      else if (what === 'both') {
        await strikeServer(databaseFirst ? killDatabase : nothing, databaseFirst ? nothing : killDatabase);
      } else {
        const killed = killDatabase();
        pids.add(await untilReplaced(running, killed));
      }
      return Date.now() - struckAt;
    },
    stop: () => running.stop(),
  };
}

function killPostmaster(dataDir: string): number | undefined {
  const pid = postmasterPid(dataDir);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  return pid;
}

/** The first line of the file that Postgres keeps for exactly this purpose. */
function postmasterPid(dataDir: string): number | undefined {
  try {
    const [line = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    return Number.parseInt(line, 10);
  } catch {
    return undefined;
  }
}

/** Waits until the server, which lives on, has a new database and says that it is ready; answers the new pid. */
async function untilReplaced(running: RunningSwitchyard, killed: number | undefined): Promise<number> {
  const deadline = Date.now() + RECOVER_MS_MAX;
  for (;;) {
    const pid = postmasterPid(running.dataDir);
    if (pid !== undefined && pid !== killed && (await isReady(running.baseUrl))) return pid;
    if (Date.now() > deadline) throw new Error(`The database was not started again:\n${running.output()}`);
    await sleep(POLL_MS);
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  const { ok } = await fetch(`${baseUrl}/readyz`);
  return ok;
}
