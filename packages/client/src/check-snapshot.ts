/**
 * Whether a snapshot may be decided by. It may when it is whole (its digest is that of its content), belongs to the
 * key's environment, and was cut for an engine that this one can stand in for.
 */
import { digestOf, ENGINE_VERSION, type JsonObject, type Snapshot } from '@switchyard/engine';
import { SnapshotRefused } from './errors.ts';

/** Throws SnapshotRefused. `value` comes from a disk or the network, so it may be anything. */
export function checkSnapshot(value: unknown, key: string): Snapshot {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'object') !== 'routing_snapshot') {
    throw new SnapshotRefused('not_a_snapshot', 'This is not a routing snapshot.');
  }
  // Only a claim so far; the digest, which the service computed, is what proves it.
  const snapshot = value as Snapshot;
  if (snapshotDigest(snapshot) !== snapshot.digest) {
    throw new SnapshotRefused(
      'digest',
      'The snapshot was changed or cut short: its digest is not that of its content.',
    );
  }
  if ([snapshot.generatedAt, snapshot.staleAfter].some((time) => Number.isNaN(Date.parse(time)))) {
    throw new SnapshotRefused(
      'not_a_snapshot',
      'The snapshot does not say when it was cut or how long it is fresh.',
    );
  }
  const environment = KEY_ENVIRONMENT.exec(key)?.[1];
  if (environment !== undefined && snapshot.environment !== environment) {
    throw new SnapshotRefused(
      'environment',
      `The snapshot is of the ${snapshot.environment} environment, the key of the ${environment} one.`,
    );
  }
  if (majorOf(snapshot.engineVersion) !== majorOf(ENGINE_VERSION)) {
    throw new SnapshotRefused(
      'engine_version',
      `The snapshot was cut for engine ${snapshot.engineVersion}, this is ${ENGINE_VERSION}: update @switchyard/client.`,
    );
  }
  return snapshot;
}

const KEY_ENVIRONMENT = /^sy_(test|live)_sk_/;

/** Over everything but the four members that say which cut this is. */
function snapshotDigest(snapshot: Snapshot): string {
  const { digest: _, version: __, generatedAt: ___, staleAfter: ____, ...content } = snapshot;
  try {
    // Whatever came out of JSON.parse is JSON; what did not, digestOf refuses.
    return digestOf(content as unknown as JsonObject);
  } catch (error) {
    throw new SnapshotRefused(
      'not_a_snapshot',
      'This is not a routing snapshot: it is not plain JSON.',
      error,
    );
  }
}

function majorOf(version: string): string | undefined {
  return /^(\d+)\./.exec(version)?.[1];
}
