/** Gives a new development environment something to decide between: the seed's connections, prices and policy. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { IdPrefix } from '../domain/ids.ts';
import { coverageOf } from '../routing-config/coverage-of.ts';
import { loadKnownInstitutions } from '../routing-config/known-institutions.ts';
import { readRoutingConfig } from '../routing-config/read-routing-config.ts';
import type { ConnectionConfig, RoutingConfig } from '../routing-config/routing-config.ts';
import type { Database } from '../store/database.ts';
import { hasConnections, insertRouting, type RoutingToImport } from '../store/import-routing.ts';

export interface SeedDeps {
  readonly db: Database;
  readonly catalogue: readonly RailListing[];
  readonly newId: (prefix: IdPrefix) => string;
  readonly now: () => number;
}

const SEED = join(import.meta.dirname, '..', '..', 'seed', 'development.yaml');
const SALT_BYTES = 16;

/** Answers how many connections were made; none when the environment has some already. */
export async function seedRouting(deps: SeedDeps, environmentId: string): Promise<number> {
  return deps.db.transaction(environmentId, async (tx) => {
    if (await hasConnections(tx)) return { commit: false, value: 0 };
    const routing = routingOf(deps);
    insertRouting(tx, routing, new Date(deps.now()));
    return { commit: true, value: routing.connections.length };
  });
}

function routingOf({ catalogue, newId }: SeedDeps): RoutingToImport {
  const config = readSeed(catalogue);
  const institutions = loadKnownInstitutions();
  const railsById = new Map(catalogue.map((listing) => [listing.id, listing]));
  return {
    policy: { ...config.policy, id: newId('pol_'), salt: randomBytes(SALT_BYTES).toString('hex') },
    connections: config.connections.map((connection) => connectionOf(connection, railsById, newId)),
    fx: config.fx,
    coverage: coverageOf(institutions, config.connections, catalogue, config.coverage.restrictions),
  };
}

function connectionOf(
  connection: ConnectionConfig,
  railsById: ReadonlyMap<string, RailListing>,
  newId: SeedDeps['newId'],
): RoutingToImport['connections'][number] {
  const { key, rail, mode, status, prices, contracts, ...body } = connection;
  const contractIds = new Map(contracts.map((contract) => [contract.key, newId('ctr_')]));
  return {
    id: newId('con_'),
    configKey: key,
    rail,
    mode,
    status,
    body: { ...body, roles: railsById.get(rail)?.roles ?? [] },
    prices: prices.map(({ contract, ...price }) => {
      const contractId = contract === undefined ? undefined : contractIds.get(contract);
      return contractId === undefined ? price : { ...price, contract: contractId };
    }),
    contracts: contracts.map((contract) => {
      const id = contractIds.get(contract.key);
      invariant(id !== undefined, 'every contract has been given an id');
      return { id, body: contract };
    }),
  };
}

/** The seed is ours; a mistake in it is a mistake in the code. */
function readSeed(catalogue: readonly RailListing[]): RoutingConfig {
  const result = readRoutingConfig(readFileSync(SEED, 'utf8'), catalogue);
  invariant(result.ok, 'the seed can be read');
  return result.value;
}
