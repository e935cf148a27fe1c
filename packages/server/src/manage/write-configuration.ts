/**
 * Writes a planned configuration, in one transaction: only what changes is touched, ids are kept by the keys of the file, and
 * what the service has learnt or counted stays with whatever it was learnt or counted of.
 */
import { randomBytes } from 'node:crypto';
import { invariant } from '@switchyard/engine';
import { coverFrom } from '../domain/institutions/cover-from.ts';
import { mergeDirectories } from '../domain/institutions/merge-directories.ts';
import type { Routing } from '../domain/routing.ts';
import { knownContract } from '../routing-config/known-contract.ts';
import type { ConnectionConfig } from '../routing-config/routing-config.ts';
import { lockCoverage, replaceCoverage } from '../store/coverage.ts';
import type { Transaction } from '../store/database.ts';
import {
  arrangeConnections,
  type ConnectionToImport,
  putConnection,
  putFxRate,
  putPolicy,
  removeFxRate,
} from '../store/import-routing.ts';
import { loadDirectories } from '../store/provider-directories.ts';
import type { Considered } from './consider-configuration.ts';
import type { ManageDeps } from './operation.ts';
import { sealCredentials } from './seal-credentials.ts';

const SALT_BYTES = 16;

export async function writeConfiguration(
  deps: ManageDeps,
  tx: Transaction,
  routing: Routing | undefined,
  { changes, target, credentials, coverage }: Considered,
  now: Date,
): Promise<void> {
  const touched = (subject: string) =>
    changes.filter((change) => change.subject === subject && change.action !== 'keep');
  if (touched('policy').length > 0) {
    const { id = deps.newId('pol_'), salt = randomBytes(SALT_BYTES).toString('hex') } = routing?.policy ?? {};
    putPolicy(tx, { ...target.policy, id, salt }, now);
  }
  for (const { key } of touched('connection')) {
    const config = target.connections.find((connection) => connection.key === key);
    invariant(config !== undefined, 'a connection is disabled and never missing');
    const connection = connectionToWrite(deps, routing, config);
    putConnection(tx, connection, now);
    const values = credentials.get(key);
    if (values !== undefined) await sealCredentials(deps, tx, connection.id, values, now);
  }
  for (const { key, action } of touched('rate')) {
    const isNamed = ({ from, to }: { from: string; to: string }) => `${from} → ${to}` === key;
    const rate = target.fx.find(isNamed);
    const gone = routing?.fx.find(isNamed);
    if (rate !== undefined) putFxRate(tx, rate);
    else if (action === 'remove' && gone !== undefined) removeFxRate(tx, gone);
  }
  if (touched('connection').length + touched('order').length > 0)
    arrangeConnections(
      tx,
      target.connections.map(({ key }) => key),
    );
  if (touched('connection').length + touched('order').length + touched('restriction').length > 0)
    await coverAnew(deps, tx, coverage);
}

function connectionToWrite(
  deps: ManageDeps,
  routing: Routing | undefined,
  config: ConnectionConfig,
): ConnectionToImport {
  const { key, rail, mode, status, prices, contracts, credentials: _, ...body } = config;
  const stored = routing?.connections.find(({ configKey }) => configKey === key);
  const known = (routing?.contracts ?? []).filter(({ connectionId }) => connectionId === stored?.id);
  const idByKey = new Map(
    contracts.map((contract) => [contract.key, knownContract(known, contract)?.id ?? deps.newId('ctr_')]),
  );
  const idOf = (name: string): string => {
    const id = idByKey.get(name);
    invariant(id !== undefined, 'a price names a contract of its connection');
    return id;
  };
  const { declaredLatency: _gone, ...learnt } = stored?.body ?? { roles: rolesOf(deps, rail) };
  return {
    id: stored?.id ?? deps.newId('con_'),
    configKey: key,
    rail,
    mode,
    // That a provider is out of reach is for the service to say.
    status: status === 'ready' && stored?.status === 'degraded' ? 'degraded' : status,
    body: { ...learnt, ...body },
    prices: prices.map(({ contract, ...price }) =>
      contract === undefined ? price : { ...price, contract: idOf(contract) },
    ),
    contracts: contracts.map((contract) => ({ id: idOf(contract.key), body: contract })),
  };
}

function rolesOf({ rails }: ManageDeps, rail: string) {
  return rails.find(({ id }) => id === rail)?.roles ?? [];
}

/** From the file first; what providers' directories know stands above that. */
export async function coverAnew(
  deps: ManageDeps,
  tx: Transaction,
  coverage: Considered['coverage'],
): Promise<void> {
  await lockCoverage(tx);
  const directories = await loadDirectories(deps.db, tx.environmentId);
  const rails = new Set(directories.map(({ rail }) => rail));
  await replaceCoverage(tx, coverFrom(coverage, mergeDirectories(directories), rails));
}
