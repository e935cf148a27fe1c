/** Has simulated providers fail on purpose, through the connection that leads to one. */
import type { SimulatedProvider } from '../rails/simulator-control.ts';
import type { WorkflowDeps } from './deps.ts';

export type { NewSimulatedFault, SimulatedFault, SimulatedProvider } from '../rails/simulator-control.ts';

/** Where the provider of a connection is simulated; undefined when it is not, or its simulator does not answer. */
export async function findSimulatedProvider(
  deps: WorkflowDeps,
  environmentId: string,
  connectionId: string,
): Promise<SimulatedProvider | undefined> {
  const connection = await deps.connections.evenIfOff(environmentId, connectionId);
  return connection && deps.simulators.find(connection.credentials);
}
