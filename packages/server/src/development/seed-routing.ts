/** Gives a new development environment something to decide between: the seed's connections, prices and policy. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant, type Result } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { IdPrefix } from '../domain/ids.ts';
import { coverageOf } from '../routing-config/coverage-of.ts';
import { readInstitutions } from '../routing-config/read-institutions.ts';
import { readRoutingConfig } from '../routing-config/read-routing-config.ts';
import type { ConnectionConfig } from '../routing-config/routing-config.ts';
import type { Database } from '../store/database.ts';
import { hasConnections, insertRouting, type RoutingToImport } from '../store/import-routing.ts';

export interface SeedDeps {
  readonly db: Database;
  readonly catalogue: readonly RailListing[];
  readonly newId: (prefix: IdPrefix) => string;
  readonly now: () => number;
}

const SEED_DIR = join(import.meta.dirname, '..', '..', 'seed');
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
  const config = mustRead('development.yaml', (text) => readRoutingConfig(text, catalogue));
  const institutions = mustRead('institutions.json', readInstitutions);
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
function mustRead<T>(file: string, read: (text: string) => Result<T, unknown>): T {
  const result = read(readFileSync(join(SEED_DIR, file), 'utf8'));
  invariant(result.ok, `the seed ${file} can be read`);
  return result.value;
}
