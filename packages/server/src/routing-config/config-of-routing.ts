/**
 * What an environment has, as the file that would bring it about. What the service has found out by itself stays out, and so
 * does what no price names any more: a contract is kept for the sake of what was counted under it.
 */
import type { Price } from '@switchyard/engine';
import type { Routing, StoredConnection, StoredContract } from '../domain/routing.ts';
import type { WebhookEndpoint } from '../domain/webhooks/endpoint.ts';
import type {
  ConnectionConfig,
  ContractConfig,
  Restriction,
  RoutingConfig,
  WebhookConfig,
} from './routing-config.ts';

type Configured = Pick<Routing, 'policy' | 'connections' | 'prices' | 'contracts' | 'fx' | 'coverage'>;

export function configOfRouting(
  routing: Configured,
  endpoints: readonly WebhookEndpoint[] = [],
): RoutingConfig {
  const { id: _i, version: _v, salt: _s, ...policy } = routing.policy;
  return {
    policy,
    connections: routing.connections.toSorted(byPlace).map((connection) => connectionOf(connection, routing)),
    // A file has whole seconds, and so has the store whatever a file brought.
    fx: routing.fx.map((rate) => ({ ...rate, asOf: rate.asOf.replace(/\.000Z$/, 'Z') })),
    coverage: { restrictions: restrictionsOf(routing) },
    ...(endpoints.length === 0 ? {} : { webhooks: webhooksOf(endpoints) }),
  };
}

/** The newest of those with the same URL. What the service has disabled by itself is not what anyone set. */
export function webhooksOf(endpoints: readonly WebhookEndpoint[]): readonly WebhookConfig[] {
  const byUrl = new Map(endpoints.toReversed().map((endpoint) => [endpoint.url, endpoint]));
  return [...byUrl.values()].map(({ url, description, types, disabled }) => ({
    url,
    description,
    ...(types === undefined ? {} : { types }),
    status: disabled?.reason === 'operator' ? 'disabled' : 'enabled',
  }));
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
    contracts: used.map((contract) => contractOf(contract, keys)).sort((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

/** By their keys where no file has said yet. The order of contracts, which means nothing, is not kept at all. */
function byPlace(a: StoredConnection, b: StoredConnection): number {
  return a.position - b.position || (a.configKey < b.configKey ? -1 : 1);
}

function priceOf({ when, fee, contract }: Price, keys: ReadonlyMap<string, string>) {
  const key = contract === undefined ? undefined : keys.get(contract);
  return { when, fee, ...(key === undefined ? {} : { contract: key }) };
}

function contractOf({ id, body }: StoredContract, keys: ReadonlyMap<string, string>): ContractConfig {
  return { ...body, key: keys.get(id) ?? id };
}

function restrictionsOf({ coverage }: Configured): readonly Restriction[] {
  return coverage.flatMap(({ institution, rails }) =>
    rails
      .filter(({ restricted }) => restricted.length > 0)
      .map(({ rail, restricted }) => ({ institution, rail, operations: restricted })),
  );
}
