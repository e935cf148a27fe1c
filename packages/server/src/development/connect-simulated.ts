/** Connects the adapters to the simulator in the test environment, as an operator would connect them to their providers. */
import { join } from 'node:path';
import { invariant } from '@switchyard/engine';
import { ALL_PROVIDERS, type Simulator, startSimulator } from '@switchyard/simulator';
import { listCallableConnections } from '../store/connections.ts';
import { findCredentials, putCredentials, registerWebhookPath } from '../store/credentials.ts';
import { findDataKey } from '../store/data-keys.ts';
import type { Database } from '../store/database.ts';
import { scheduleJob } from '../store/jobs.ts';
import type { Keyring } from '../store/keyring.ts';
import { SIMULATED_CONNECTIONS, SIMULATED_RAILS } from './simulated-rails.ts';

export interface ConnectDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly now: () => number;
  readonly webhookUrlOf: (connectionId: string) => string;
  readonly webhookHashOf: (connectionId: string) => Buffer;
}

/**
 * On the port of an earlier start where that is still free, and with what it remembered: pages that were handed out then still
 * lead somewhere, and payments that were under way go on.
 */
export async function startDevelopmentSimulator(
  dataDir: string,
  earlierUrl: string | undefined,
): Promise<Simulator> {
  const port = earlierUrl === undefined ? 0 : Number(new URL(earlierUrl).port);
  const options = { providers: ALL_PROVIDERS, stateFile: join(dataDir, 'simulator.state') };
  try {
    return await startSimulator({ ...options, port });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || port === 0) throw error;
    return startSimulator({ ...options, port: 0 });
  }
}

/** Answers the connections that can be called now. */
export async function connectSimulated(
  deps: ConnectDeps,
  environmentId: string,
  simulatorUrl: string,
): Promise<readonly string[]> {
  const keys = await deps.keyring.of(environmentId);
  const connected: string[] = [];
  for (const { id, configKey, rail } of await listCallableConnections(deps.db, environmentId)) {
    const simulated = SIMULATED_CONNECTIONS[configKey] ?? SIMULATED_RAILS[rail];
    if (simulated === undefined) continue;
    const kept = await findCredentials(deps.db, keys, id);
    // What was sealed is an object of credentials: `putCredentials` below is its only writer in development.
    const credentials = simulated.credentials(simulatorUrl, (kept?.values ?? {}) as Record<string, unknown>);
    const at = new Date(deps.now());
    await deps.db.transaction(environmentId, async (tx) => {
      const dataKey = await findDataKey(tx, keys, environmentId);
      invariant(dataKey !== undefined, 'an environment has a key');
      putCredentials(tx, dataKey, id, credentials, at);
      registerWebhookPath(tx, deps.webhookHashOf(id), id);
      scheduleJob(tx, 'directory.refresh', id, at);
      return { commit: true, value: undefined };
    });
    if (simulated.dashboard !== undefined) {
      const { path, body } = simulated.dashboard;
      await post(`${simulatorUrl}${path}`, body(credentials, deps.webhookUrlOf(id)));
    }
    connected.push(id);
  }
  return connected;
}

async function post(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  invariant(answer.ok, `the simulator's dashboard takes what it is told (${answer.status})`);
}
