/** Connects an environment of a test server to a simulator: the seed's connections, their credentials and their banks. */
import { loadCatalogue } from '@switchyard/rails';
import { ALL_PROVIDERS, type Simulator, startSimulator } from '@switchyard/simulator';
import { connectSimulated } from '../development/connect-simulated.ts';
import { seedRouting } from '../development/seed-routing.ts';
import { noteAbilities } from '../workflows/note-abilities.ts';
import { refreshNow } from '../workflows/refresh-directory.ts';
import { webhookTokenHash } from '../workflows/take-notice.ts';
import type { TestServer } from './test-server.ts';

export function startTestSimulator(): Promise<Simulator> {
  return startSimulator({ providers: ALL_PROVIDERS });
}

export async function connectTestEnvironment(
  { store, workflows }: TestServer,
  environmentId: string,
  simulatorUrl: string,
): Promise<void> {
  const { db, keyring, newId } = store;
  await seedRouting({ db, catalogue: loadCatalogue(), newId, now: workflows.now }, environmentId);
  const tokenOf = (connectionId: string) => `${environmentId}-${connectionId}`;
  const connected = await connectSimulated(
    {
      db,
      keyring,
      now: workflows.now,
      // Nobody listens there: what happens is found out by asking.
      webhookUrlOf: (connectionId) => `${simulatorUrl}/nobody/${tokenOf(connectionId)}`,
      webhookHashOf: (connectionId) => webhookTokenHash(tokenOf(connectionId)),
    },
    environmentId,
    simulatorUrl,
  );
  for (const id of connected) await noteAbilities(workflows, environmentId, id);
  await Promise.all(connected.map((id) => refreshNow(workflows, environmentId, id)));
}
