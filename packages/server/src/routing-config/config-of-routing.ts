/**
 * What an environment has, as the file that would bring it about. What the service has found out by itself stays out, and so
 * does what no price names any more: a contract is kept for the sake of what was counted under it.
 */
import type { Price } from '@switchyard/engine';
import type { Routing, StoredConnection, StoredContract } from '../domain/routing.ts';
import type { ConnectionConfig, ContractConfig, Restriction, RoutingConfig } from './routing-config.ts';

type Configured = Pick<Routing, 'policy' | 'connections' | 'prices' | 'contracts' | 'fx' | 'coverage'>;

export function configOfRouting(routing: Configured): RoutingConfig {
  const { id: _i, version: _v, salt: _s, ...policy } = routing.policy;
  return {
    policy,
    connections: routing.connections.map((connection) => connectionOf(connection, routing)),
    fx: routing.fx,
    coverage: { restrictions: restrictionsOf(routing) },
  };
}

/** A contract without a key of its own is called by its place. */
export function contractKeysOf(contracts: readonly StoredContract[]): ReadonlyMap<string, string> {
  return new Map(contracts.map(({ id, body }, index) => [id, body.key ?? `contract-${index + 1}`]));
}

function connectionOf(connection: StoredConnection, routing: Configured): ConnectionConfig {
  const { id, configKey, rail, mode, status, body } = connection;
  const { label, countries, operations, limits, declaredLatency } = body;
  const prices = routing.prices.filter((price) => price.connection === id);
  const contracts = routing.contracts.filter(({ connectionId }) => connectionId === id);
  const keys = contractKeysOf(contracts);
  const used = contracts.filter((contract) => prices.some((price) => price.contract === contract.id));
  return {
    key: configKey,
    rail,
    label,
    mode,
    status: status === 'degraded' ? 'ready' : status,
    countries,
    operations,
    limits,
    ...(declaredLatency === undefined ? {} : { declaredLatency }),
    prices: prices.map((price) => priceOf(price, keys)),
    contracts: used.map((contract) => contractOf(contract, keys)),
  };
}

function priceOf({ when, fee, contract }: Price, keys: ReadonlyMap<string, string>) {
  const key = contract === undefined ? undefined : keys.get(contract);
  return { when, fee, ...(key === undefined ? {} : { contract: key }) };
}

function contractOf({ id, body }: StoredContract, keys: ReadonlyMap<string, string>): ContractConfig {
  return { ...body, key: keys.get(id) ?? id };
}

/** Of rails that we call, the provider's own directory says what their banks do not allow. */
function restrictionsOf({ connections, coverage }: Configured): readonly Restriction[] {
  const called = new Set(connections.filter(({ mode }) => mode === 'route').map(({ rail }) => rail));
  return coverage.flatMap(({ institution, rails }) =>
    rails
      .filter(({ rail, restricted }) => restricted.length > 0 && !called.has(rail))
      .map(({ rail, restricted }) => ({ institution, rail, operations: restricted })),
  );
}
