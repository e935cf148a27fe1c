/** Connections as an operator sees them. Of credentials nothing but their names leaves this file. */
import { connectionHealth } from '../domain/connection-health.ts';
import type { AuditSummary } from '../domain/manage/audit.ts';
import type { Measured } from '../domain/routing.ts';
import { countOpenOver, type DatedConnection } from '../store/connections.ts';
import { readCredentials } from '../store/credentials.ts';
import type { Transaction } from '../store/database.ts';
import { readMeasured } from '../store/routing.ts';
import type { ManageDeps, Presented } from './operation.ts';

type Deps = Pick<ManageDeps, 'keyring' | 'workflows'>;

export async function presentConnection(
  deps: Deps,
  tx: Transaction,
  connection: DatedConnection,
  now: Date,
): Promise<Presented<'connections.get'>> {
  return presentOne(deps, tx, await readMeasured(tx), connection, now);
}

export async function presentConnections(
  deps: Deps,
  tx: Transaction,
  connections: readonly DatedConnection[],
  now: Date,
): Promise<readonly Presented<'connections.get'>[]> {
  const measured = await readMeasured(tx);
  return Promise.all(connections.map((connection) => presentOne(deps, tx, measured, connection, now)));
}

/** What the audit log says of one. */
export function auditedConnection({ status, drainingSince, body }: DatedConnection): AuditSummary {
  const { label, countries, operations, limits, declaredLatency } = body;
  return {
    label,
    status,
    draining: drainingSince !== undefined,
    countries: [...countries],
    operations: [...operations],
    limits: limits.map((limit) => ({ ...limit })),
    declaredLatency: declaredLatency === undefined ? null : { ...declaredLatency },
  };
}

async function presentOne(
  { keyring, workflows }: Deps,
  tx: Transaction,
  measured: Measured | undefined,
  connection: DatedConnection,
  now: Date,
): Promise<Presented<'connections.get'>> {
  const { id, configKey, rail, mode, status, body, drainingSince, createdAt, updatedAt } = connection;
  const names = await credentialNames(keyring, tx, id);
  const webhookUrl =
    names.length === 0 ? undefined : workflows.connections.webhookUrlOf(tx.environmentId, id);
  return {
    id,
    object: 'connection',
    key: configKey,
    rail,
    label: body.label,
    mode,
    status,
    roles: body.roles,
    countries: body.countries,
    operations: body.operations,
    limits: body.limits,
    ...(body.declaredLatency === undefined ? {} : { declaredLatency: body.declaredLatency }),
    credentials: names,
    health: {
      ...connectionHealth(connection, measured, now.getTime()),
      circuit: workflows.caller.circuitOf(id),
      since: updatedAt.toISOString(),
    },
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(drainingSince === undefined
      ? {}
      : { draining: { since: drainingSince.toISOString(), ...(await countOpenOver(tx, id)) } }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

async function credentialNames(
  keyring: ManageDeps['keyring'],
  tx: Transaction,
  connectionId: string,
): Promise<readonly string[]> {
  const stored = await readCredentials(tx, await keyring.of(tx.environmentId), connectionId);
  const values = stored?.values;
  return typeof values === 'object' && values !== null ? Object.keys(values).sort() : [];
}
