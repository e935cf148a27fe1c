/**
 * A routing configuration with as many connections as wanted: those that the development seed calls itself, then more of each in
 * turns, as a group of companies has them. So whoever pays in, holds, converts and pays out grows alike.
 */
import type {
  ConnectionConfig,
  RoutingConfig,
} from '../../packages/server/src/routing-config/routing-config.ts';

/** At the simulator an application of this rail has one certificate, and so one connection. */
const ALONE = 'enable-banking';

export function connectionsOfSize(seed: RoutingConfig, size: number): RoutingConfig {
  const called = seed.connections.filter(({ mode }) => mode === 'route');
  const models = called.filter(({ key }) => key !== ALONE);
  const more = Array.from({ length: size - called.length }, (_, at) => {
    const model = models[at % models.length];
    if (model === undefined) throw new Error('The seed has nothing to multiply');
    return copyOf(model, Math.floor(at / models.length) + 2);
  });
  const connections = [...called, ...more];
  const rails = new Set(connections.map(({ rail }) => rail));
  return {
    ...seed,
    // What the seed's rules say is about rails that are not here.
    policy: { ...seed.policy, rules: [], railOrder: seed.policy.railOrder.filter((rail) => rails.has(rail)) },
    connections,
    coverage: { restrictions: seed.coverage.restrictions.filter(({ rail }) => rails.has(rail)) },
  };
}

function copyOf(model: ConnectionConfig, number: number): ConnectionConfig {
  return { ...model, key: `${model.key}-${number}`, label: `${model.label}, ${number}` };
}
