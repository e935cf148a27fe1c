/** What enabling, disabling and draining have in common: the connection is locked, and what has changed of it is told. */
import type { ConnectionStatus, Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { changesBetween } from '../domain/manage/audit.ts';
import { type DatedConnection, lockConnection, switchConnection } from '../store/connections.ts';
import type { Transaction } from '../store/database.ts';
import { lockRouting } from '../store/import-routing.ts';
import type { Changed, KnownCall } from './operation.ts';
import { auditedConnection, presentConnection } from './present-connection.ts';

type Switching = 'connections.enable' | 'connections.disable' | 'connections.drain';

export interface Switched {
  readonly status: ConnectionStatus;
  readonly drainingSince?: Date;
}

export async function switchTo(
  { deps, now }: KnownCall,
  tx: Transaction,
  id: string,
  choose: (connection: DatedConnection) => Result<Switched, Failure> | Promise<Result<Switched, Failure>>,
): Promise<Result<Changed<Switching>, Failure>> {
  await lockRouting(tx);
  const before = await lockConnection(tx, id);
  if (before === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
  const to = await choose(before);
  if (!to.ok) return to;
  const after = await switchConnection(tx, id, { ...to.value, at: now });
  const output = await presentConnection(deps, tx, after, now);
  const summary = changesBetween(auditedConnection(before), auditedConnection(after));
  return { ok: true, value: { output, audit: { subject: id, summary } } };
}

/** Whether it is used: called if it can be, and chosen. */
export function isOn({ status }: DatedConnection): boolean {
  return status === 'ready' || status === 'degraded';
}
