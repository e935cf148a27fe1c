/** Reads all of an environment's routing, in one round trip, for the next snapshot to be cut from. */
import {
  type CapabilityId,
  type Coverage,
  decodeLatencySketch,
  type FxRate,
  invariant,
  type Policy,
  type Price,
  type ReliabilityCell,
} from '@switchyard/engine';
import type {
  ContractUsage,
  Measured,
  Pricing,
  Routing,
  StoredConnection,
  StoredContract,
  StoredSketch,
} from '../domain/routing.ts';
import type { Database, Statement, Transaction } from './database.ts';

interface ConnectionRow {
  readonly id: string;
  readonly config_key: string;
  readonly position: number;
  readonly rail: string;
  readonly mode: StoredConnection['mode'];
  readonly status: StoredConnection['status'];
  readonly body: StoredConnection['body'];
}

interface CellRow {
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly country: string;
  readonly institution_id: string;
  readonly success_micro: string;
  readonly failure_micro: string;
  readonly samples: string;
  readonly as_of_ms: string;
}

/** One that drains is off for whatever is new, and so for whoever chooses. */
const selectConnections: Statement<ConnectionRow> = {
  name: 'routing-connections',
  text: `select id, config_key, position, rail, mode, body,
      case when draining_since is null then status else 'disabled' end as status
    from switchyard.connection where environment_id = $1 order by id`,
};

const selectPrices: Statement<{ readonly connection_id: string; readonly body: Omit<Price, 'connection'> }> =
  {
    name: 'routing-prices',
    text: `select connection_id, body from switchyard.price
    where environment_id = $1 order by connection_id, position`,
  };

const selectContracts: Statement<{
  readonly id: string;
  readonly connection_id: string;
  readonly body: StoredContract['body'];
}> = {
  name: 'routing-contracts',
  text: 'select id, connection_id, body from switchyard.contract where environment_id = $1 order by id',
};

/** Of the year before the newest: the longest period that may be running, whichever of them a contract counts in. */
const selectUsage: Statement<{
  readonly contract_id: string;
  readonly period_start: Date;
  readonly used: string;
}> = {
  name: 'routing-usage',
  text: `select contract_id, period_start, used from switchyard.contract_usage
    where environment_id = $1 and period_start > (select max(n.period_start) - interval '1 year'
      from switchyard.contract_usage n where n.environment_id = $1)
    order by contract_id, period_start`,
};

const selectPolicy: Statement<{ readonly version: number; readonly body: Omit<Policy, 'version'> }> = {
  name: 'routing-policy',
  text: `select version, body from switchyard.policy_version
    where environment_id = $1 and activated_at is not null order by activated_at desc, version desc limit 1`,
};

const selectFx: Statement<{
  readonly from_asset: string;
  readonly to_asset: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly as_of: Date;
}> = {
  name: 'routing-fx',
  text: `select from_asset, to_asset, numerator, denominator, as_of from switchyard.fx_rate
    where environment_id = $1 order by from_asset, to_asset`,
};

const selectCoverage: Statement<{
  readonly institution_id: string;
  readonly country: string;
  readonly rails: Coverage['rails'];
}> = {
  name: 'routing-coverage',
  text: `select institution_id, country, rails from switchyard.coverage
    where environment_id = $1 order by institution_id`,
};

const selectCells: Statement<CellRow> = {
  name: 'routing-cells',
  text: `select rail, operation, country, institution_id, success_micro, failure_micro, samples, as_of_ms
    from switchyard.reliability_cell where environment_id = $1 order by rail, operation, country, institution_id`,
};

/** For every operation of a rail, wherever it was. */
const selectWidestCells: Statement<CellRow> = {
  name: 'routing-widest-cells',
  text: `select rail, operation, country, institution_id, success_micro, failure_micro, samples, as_of_ms
    from switchyard.reliability_cell where environment_id = $1 and country = '' order by rail, operation`,
};

const selectSketches: Statement<{
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly sketch: readonly unknown[];
}> = {
  name: 'routing-sketches',
  text: `select rail, operation, sketch from switchyard.latency_sketch
    where environment_id = $1 order by rail, operation`,
};

/** Undefined for an environment that has no policy, and so nothing to decide by. */
export async function loadRouting(db: Database, environmentId: string): Promise<Routing | undefined> {
  return db.transaction(environmentId, async (tx) => ({ commit: false, value: await readRouting(tx) }));
}

export async function readRouting(tx: Transaction): Promise<Routing | undefined> {
  const id = [tx.environmentId];
  const [pricing, policies, fx, coverage, cells, latency] = await Promise.all([
    readPricing(tx),
    tx.query(selectPolicy, id),
    tx.query(selectFx, id),
    tx.query(selectCoverage, id),
    tx.query(selectCells, id),
    tx.query(selectSketches, id),
  ]);
  const [policy] = policies;
  if (policy === undefined) return undefined;
  return {
    ...pricing,
    policy: { ...policy.body, version: policy.version },
    fx: fx.map(fxOf),
    coverage: coverage.map(({ institution_id, ...rest }) => ({ institution: institution_id, ...rest })),
    reliability: cells.map(cellOf),
    latency: latency.map(sketchOf),
  };
}

export async function loadPricing(db: Database, environmentId: string): Promise<Pricing> {
  return db.transaction(environmentId, async (tx) => ({ commit: false, value: await readPricing(tx) }));
}

export async function readPricing(tx: Transaction): Promise<Pricing> {
  const id = [tx.environmentId];
  const [connections, prices, contracts, usage] = await Promise.all([
    tx.query(selectConnections, id),
    tx.query(selectPrices, id),
    tx.query(selectContracts, id),
    tx.query(selectUsage, id),
  ]);
  return {
    connections: connections.map(({ config_key, ...rest }) => ({ ...rest, configKey: config_key })),
    prices: prices.map(({ connection_id, body }) => ({ connection: connection_id, ...body })),
    contracts: contracts.map(({ connection_id, ...rest }) => ({ ...rest, connectionId: connection_id })),
    usage: usage.map(usageOf),
  };
}

/** What has been seen of the rails, and how the policy judges it; undefined where there is none. */
export async function readMeasured(tx: Transaction): Promise<Measured | undefined> {
  const id = [tx.environmentId];
  const [policies, cells, latency] = await Promise.all([
    tx.query(selectPolicy, id),
    tx.query(selectWidestCells, id),
    tx.query(selectSketches, id),
  ]);
  const [policy] = policies;
  if (policy === undefined) return undefined;
  return {
    policy: { ...policy.body, version: policy.version },
    reliability: cells.map(cellOf),
    latency: latency.map(sketchOf),
  };
}

export function cellOf(row: CellRow): ReliabilityCell {
  return {
    rail: row.rail,
    operation: row.operation,
    ...(row.country === '' ? {} : { country: row.country }),
    ...(row.institution_id === '' ? {} : { institution: row.institution_id }),
    successMicro: Number(row.success_micro),
    failureMicro: Number(row.failure_micro),
    samples: Number(row.samples),
    asOfMs: Number(row.as_of_ms),
  };
}

export function sketchOf(row: {
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly sketch: readonly unknown[];
}): StoredSketch {
  const decoded = decodeLatencySketch(row.sketch);
  invariant(decoded.ok, 'a stored sketch is one that we have encoded');
  return { rail: row.rail, operation: row.operation, sketch: decoded.value };
}

function usageOf(row: {
  readonly contract_id: string;
  readonly period_start: Date;
  readonly used: string;
}): ContractUsage {
  return { contractId: row.contract_id, periodStart: row.period_start, used: row.used };
}

function fxOf(row: {
  readonly from_asset: string;
  readonly to_asset: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly as_of: Date;
}): FxRate {
  return {
    from: row.from_asset,
    to: row.to_asset,
    numerator: row.numerator,
    denominator: row.denominator,
    asOf: row.as_of.toISOString(),
  };
}
