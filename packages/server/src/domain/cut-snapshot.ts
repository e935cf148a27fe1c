/**
 * Cuts a routing snapshot from what an environment has configured and learnt. Pure: the same routing at the same
 * moment of a contract's period gives the same digest on every node.
 */
import {
  digestOf,
  ENGINE_VERSION,
  type EnvironmentMode,
  type JsonValue,
  type LatencyCell,
  SETTLEMENT_CALENDARS,
  type Snapshot,
  summariseLatency,
} from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import { contractAt } from './contract-at.ts';
import type { Routing, StoredSketch } from './routing.ts';

/** How long a client may go on deciding by a snapshot before it should ask for another. */
export const SNAPSHOT_FRESH_MS = 60_000;

export interface SnapshotOrigin {
  readonly mode: EnvironmentMode;
  readonly routing: Routing;
  readonly catalogue: readonly RailListing[];
  readonly now: Date;
}

/** The snapshot but for its version, which the store gives it. */
export function cutSnapshot({ mode, routing, catalogue, now }: SnapshotOrigin): Omit<Snapshot, 'version'> {
  const connected = new Set(routing.connections.map(({ rail }) => rail));
  const content = {
    object: 'routing_snapshot',
    environment: mode,
    engineVersion: ENGINE_VERSION,
    policy: routing.policy,
    connections: routing.connections.map(({ id, rail, mode: connectionMode, status, body }) => ({
      id,
      rail,
      mode: connectionMode,
      status,
      ...body,
    })),
    rails: catalogue.filter(({ id }) => connected.has(id)).map(railOf),
    coverage: routing.coverage,
    prices: routing.prices,
    contracts: routing.contracts.map((contract) => contractAt(contract, routing.usage, now)),
    reliability: routing.reliability,
    latency: routing.latency.flatMap(latencyOf),
    fx: routing.fx,
    calendars: SETTLEMENT_CALENDARS,
  } as const satisfies Omit<Snapshot, 'version' | 'digest' | 'generatedAt' | 'staleAfter'>;
  return {
    ...content,
    // Every member is plain JSON; interfaces merely lack the index signature that JsonValue asks for.
    digest: digestOf(content as unknown as JsonValue),
    generatedAt: now.toISOString(),
    staleAfter: new Date(now.getTime() + SNAPSHOT_FRESH_MS).toISOString(),
  };
}

function railOf({
  id,
  name,
  kind,
  schemes,
  custody,
  capabilities = [],
}: RailListing): Snapshot['rails'][number] {
  return {
    id,
    name,
    kind,
    schemes,
    custody,
    capabilities: capabilities.map((capability) => ({ id: capability.id, countries: capability.countries })),
  };
}

/** Nothing is said of a rail whose latencies have all been forgotten. */
function latencyOf({ rail, operation, sketch }: StoredSketch): readonly LatencyCell[] {
  const summary = summariseLatency(sketch);
  return summary === undefined ? [] : [{ rail, operation, ...summary }];
}
