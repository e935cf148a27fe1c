/** Gives an environment of a test server the development seed, with its adapters connected to a simulator. */
import { loadCatalogue } from '@switchyard/rails';
import { ALL_PROVIDERS, type Simulator, startSimulator } from '@switchyard/simulator';
import { connectEnvironment } from '../connect-environment.ts';
import { seedRouting } from '../development/seed-routing.ts';
import type { TestServer } from './test-server.ts';

export function startTestSimulator(): Promise<Simulator> {
  return startSimulator({ providers: ALL_PROVIDERS });
}

/** Answers where a connection's webhooks arrive. */
export async function connectToSimulator(
  { store, workflows, webhookSecret }: TestServer,
  environmentId: string,
  simulatorUrl: string,
): Promise<{ hookOf(connectionId: string): string }> {
  const { db, newId } = store;
  await seedRouting({ db, catalogue: loadCatalogue(), newId, now: workflows.now }, environmentId);
  return connectEnvironment(workflows, environmentId, { simulatorUrl, webhookSecret });
}
