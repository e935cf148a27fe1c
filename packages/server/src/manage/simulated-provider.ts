import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { findConnection } from '../store/connections.ts';
import type { ManagedEnvironment } from '../store/organisations.ts';
import { findSimulatedProvider, type SimulatedProvider } from '../workflows/simulate-faults.ts';
import type { ManageDeps } from './operation.ts';
import { refuseLive } from './refuse-live.ts';

/** Where the provider of a connection is simulated; a refusal if it is not. */
export async function simulatedProvider(
  deps: ManageDeps,
  environment: ManagedEnvironment,
  connectionId: string,
): Promise<Result<SimulatedProvider, Failure>> {
  const refused = refuseLive(environment);
  if (refused !== undefined) return refused;
  const connection = await findConnection(deps.db, environment.id, connectionId);
  if (connection === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
  const value = await findSimulatedProvider(deps.workflows, environment.id, connectionId);
  return value === undefined ? NOT_SIMULATED : { ok: true, value };
}

/** Also when it was one a moment ago, and has stopped. */
export const NOT_SIMULATED = fail('state_conflict', 'test_fault.not_simulated', { param: 'id' });
