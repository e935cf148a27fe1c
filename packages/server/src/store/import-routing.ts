/**
 * Writes a routing configuration: all of it into an environment that has none yet, or what differs into one that has.
 */
import type { Coverage, FxRate, Policy, Price } from '@switchyard/engine';
import type { ConnectionBody, ContractBody } from '../domain/routing.ts';
import type { Statement, Transaction } from './database.ts';

export interface RoutingToImport {
  readonly policy: Omit<Policy, 'version'>;
  readonly connections: readonly ConnectionToImport[];
  readonly fx: readonly FxRate[];
  readonly coverage: readonly Coverage[];
}

export interface ConnectionToImport {
  readonly id: string;
  readonly configKey: string;
  readonly rail: string;
  readonly mode: string;
  readonly status: string;
  readonly body: ConnectionBody;
  readonly prices: readonly Omit<Price, 'connection'>[];
  readonly contracts: readonly { readonly id: string; readonly body: ContractBody }[];
}

/** A file that has a connection off leaves one that drains to drain; any other status ends that. */
const insertConnection: Statement<never> = {
  name: 'import-connection',
  text: `insert into switchyard.connection
      (environment_id, id, config_key, rail, mode, status, body, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (environment_id, id) do update
      set mode = excluded.mode, body = excluded.body, updated_at = excluded.updated_at,
        status = case when excluded.status = 'disabled' and connection.draining_since is not null
          then connection.status else excluded.status end,
        draining_since = case when excluded.status = 'disabled' then connection.draining_since end`,
};

const arrange: Statement<never> = {
  name: 'import-arrange',
  text: `update switchyard.connection c set position = o.place
    from unnest($2::text[]) with ordinality as o (key, place)
    where c.environment_id = $1 and c.config_key = o.key and c.position <> o.place`,
};

const removePrices: Statement<never> = {
  name: 'import-prices-remove',
  text: 'delete from switchyard.price where environment_id = $1 and connection_id = $2',
};

const insertPrice: Statement<never> = {
  name: 'import-price',
  text: 'insert into switchyard.price (environment_id, connection_id, position, body) values ($1, $2, $3, $4)',
};

const insertContract: Statement<never> = {
  name: 'import-contract',
  text: `insert into switchyard.contract (environment_id, id, connection_id, body) values ($1, $2, $3, $4)
    on conflict (environment_id, id) do update set body = excluded.body`,
};

const insertPolicy: Statement<never> = {
  name: 'import-policy',
  text: `insert into switchyard.policy_version (environment_id, version, body, created_at, activated_at)
    select $1, 1 + coalesce(max(version), 0), $2, $3, greatest($3, max(activated_at) + interval '1 microsecond') from switchyard.policy_version where environment_id = $1`,
};

const insertFx: Statement<never> = {
  name: 'import-fx',
  text: `insert into switchyard.fx_rate (environment_id, from_asset, to_asset, numerator, denominator, as_of)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (environment_id, from_asset, to_asset) do update
      set numerator = excluded.numerator, denominator = excluded.denominator, as_of = excluded.as_of`,
};

const removeFx: Statement<never> = {
  name: 'import-fx-remove',
  text: 'delete from switchyard.fx_rate where environment_id = $1 and from_asset = $2 and to_asset = $3',
};

const lockConfiguration: Statement<never> = {
  name: 'import-lock',
  text: `select pg_advisory_xact_lock(hashtextextended('configuration ' || $1, 0))`,
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

/** Whoever changes a configuration takes turns, and reads what it is changed from only then. */
export async function lockRouting(tx: Transaction): Promise<void> {
  await tx.query(lockConfiguration, [tx.environmentId]);
}

/** Another version, in force from then on. */
export function putPolicy(tx: Transaction, policy: RoutingToImport['policy'], at: Date): void {
  tx.send(insertPolicy, [tx.environmentId, JSON.stringify(policy), at]);
}

/** With all its prices in their order. A contract that it no longer has stays, for what was counted under it. */
export function putConnection(tx: Transaction, connection: ConnectionToImport, at: Date): void {
  const { environmentId } = tx;
  const { id, configKey, rail, mode, status, body, prices, contracts } = connection;
  tx.send(insertConnection, [environmentId, id, configKey, rail, mode, status, JSON.stringify(body), at]);
  for (const contract of contracts) {
    tx.send(insertContract, [environmentId, contract.id, id, JSON.stringify(contract.body)]);
  }
  tx.send(removePrices, [environmentId, id]);
  for (const [position, price] of prices.entries()) {
    tx.send(insertPrice, [environmentId, id, position, JSON.stringify(price)]);
  }
}

/** Connections in the order of the file, by their keys. */
export function arrangeConnections(tx: Transaction, keys: readonly string[]): void {
  tx.send(arrange, [tx.environmentId, keys]);
}

export function putFxRate(tx: Transaction, { from, to, numerator, denominator, asOf }: FxRate): void {
  tx.send(insertFx, [tx.environmentId, from, to, numerator, denominator, asOf]);
}

export function removeFxRate(tx: Transaction, { from, to }: Pick<FxRate, 'from' | 'to'>): void {
  tx.send(removeFx, [tx.environmentId, from, to]);
}

export async function hasConnections(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query(countConnections, [tx.environmentId]);
  return row !== undefined && row.n > 0;
}

/** Into an environment that has none yet. */
export function insertRouting(tx: Transaction, routing: RoutingToImport, at: Date): void {
  const id = tx.environmentId;
  putPolicy(tx, routing.policy, at);
  for (const connection of routing.connections) putConnection(tx, connection, at);
  arrangeConnections(
    tx,
    routing.connections.map(({ configKey }) => configKey),
  );
  for (const rate of routing.fx) putFxRate(tx, rate);
  tx.send(insertCoverage, [
    id,
    routing.coverage.map(({ institution }) => institution),
    routing.coverage.map(({ country }) => country),
    routing.coverage.map(({ rails }) => JSON.stringify(rails)),
  ]);
}
