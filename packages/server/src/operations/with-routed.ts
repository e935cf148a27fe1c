/**
 * Work that needs an environment's engine, done with it: before a transaction is opened, because a cut needs a connection
 * of its own. Should the snapshot have been cleared away behind our back, it is cut and kept anew, once.
 */
import type { Environment } from '../domain/environment.ts';
import type { Engines, Routed } from '../routing/engines.ts';
import { isSnapshotGone } from '../store/snapshots.ts';

export async function withRouted<T>(
  engines: Pick<Engines, 'of' | 'forget'>,
  environment: Environment,
  run: (routed: Routed) => Promise<T>,
): Promise<T> {
  try {
    return await run(await engines.of(environment));
  } catch (error) {
    if (!isSnapshotGone(error)) throw error;
    engines.forget(environment.id);
    return run(await engines.of(environment));
  }
}
