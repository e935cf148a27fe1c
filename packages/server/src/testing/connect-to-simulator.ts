/** Gives an environment of a test server the development seed, with its adapters connected to a simulator. */
import { loadCatalogue } from '@switchyard/rails';
import { connectSimulated } from '../development/connect-simulated.ts';
import { seedRouting } from '../development/seed-routing.ts';
import { WEBHOOK_PATH, webhookToken } from '../workflows/connections.ts';
import { refreshNow } from '../workflows/refresh-directory.ts';
import { webhookTokenHash } from '../workflows/take-notice.ts';
import type { TestServer } from './test-server.ts';

/** Answers where a connection's webhooks arrive. */
export async function connectToSimulator(
  server: TestServer,
  environmentId: string,
  simulatorUrl: string,
): Promise<{ hookOf(connectionId: string): string }> {
  const { db, newId } = server.store;
  const { workflows, webhookSecret, baseUrl } = server;
  await seedRouting({ db, catalogue: loadCatalogue(), newId, now: workflows.now }, environmentId);
  const tokenOf = (connectionId: string) => webhookToken(webhookSecret, environmentId, connectionId);
  const hook = (connectionId: string) => `${baseUrl}${WEBHOOK_PATH}/${tokenOf(connectionId)}`;
  const connected = await connectSimulated(
    {
      ...workflows,
      webhookUrlOf: hook,
      webhookHashOf: (connectionId) => webhookTokenHash(tokenOf(connectionId)),
    },
    environmentId,
    simulatorUrl,
  );
  for (const id of connected) await refreshNow(workflows, environmentId, id);
  workflows.engines.touch(environmentId);
  return { hookOf: hook };
}
