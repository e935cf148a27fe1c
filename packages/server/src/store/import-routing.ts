/**
 * Writes a routing configuration into an environment that has none yet.
 */
import type { Coverage, FxRate, Policy, Price } from '@switchyard/engine';
import type { ConnectionBody, ContractBody } from '../domain/routing.ts';
import type { Statement, Transaction } from './database.ts';

export interface RoutingToImport {
  readonly policy: Omit<Policy, 'version'>;
  readonly connections: readonly {
    readonly id: string;
    readonly configKey: string;
    readonly rail: string;
    readonly mode: string;
    readonly status: string;
    readonly body: ConnectionBody;
    readonly prices: readonly Omit<Price, 'connection'>[];
    readonly contracts: readonly { readonly id: string; readonly body: ContractBody }[];
  }[];
  readonly fx: readonly FxRate[];
  readonly coverage: readonly Coverage[];
}

const insertConnection: Statement<never> = {
  name: 'import-connection',
  text: `insert into switchyard.connection
      (environment_id, id, config_key, rail, mode, status, body, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
};

const insertPrice: Statement<never> = {
  name: 'import-price',
  text: 'insert into switchyard.price (environment_id, connection_id, position, body) values ($1, $2, $3, $4)',
};

const insertContract: Statement<never> = {
  name: 'import-contract',
  text: 'insert into switchyard.contract (environment_id, id, connection_id, body) values ($1, $2, $3, $4)',
};

const insertPolicy: Statement<never> = {
  name: 'import-policy',
  text: `insert into switchyard.policy_version (environment_id, version, body, created_at)
    select $1, 1 + coalesce(max(version), 0), $2, $3 from switchyard.policy_version where environment_id = $1`,
};

const insertFx: Statement<never> = {
  name: 'import-fx',
  text: `insert into switchyard.fx_rate (environment_id, from_asset, to_asset, numerator, denominator, as_of)
    values ($1, $2, $3, $4, $5, $6)`,
};

const insertCoverage: Statement<never> = {
  name: 'import-coverage',
  text: `insert into switchyard.coverage (environment_id, institution_id, country, rails)
    select $1, * from unnest($2::text[], $3::text[], $4::json[])`,
};

const countConnections: Statement<{ readonly n: number }> = {
  name: 'import-count',
  text: 'select count(*)::integer as n from switchyard.connection where environment_id = $1',
};

export async function hasConnections(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query(countConnections, [tx.environmentId]);
  return row !== undefined && row.n > 0;
}

/** Into an environment that has none yet. */
export function insertRouting(tx: Transaction, routing: RoutingToImport, at: Date): void {
  const id = tx.environmentId;
  tx.send(insertPolicy, [id, JSON.stringify(routing.policy), at]);
  for (const connection of routing.connections) {
    const { configKey, rail, mode, status, body, prices, contracts } = connection;
    tx.send(insertConnection, [id, connection.id, configKey, rail, mode, status, JSON.stringify(body), at]);
    for (const contract of contracts) {
      tx.send(insertContract, [id, contract.id, connection.id, JSON.stringify(contract.body)]);
    }
    for (const [position, price] of prices.entries()) {
      tx.send(insertPrice, [id, connection.id, position, JSON.stringify(price)]);
    }
  }
  for (const { from, to, numerator, denominator, asOf } of routing.fx) {
    tx.send(insertFx, [id, from, to, numerator, denominator, asOf]);
  }
  tx.send(insertCoverage, [
    id,
    routing.coverage.map(({ institution }) => institution),
    routing.coverage.map(({ country }) => country),
    routing.coverage.map(({ rails }) => JSON.stringify(rails)),
  ]);
}
