/**
 * Deletes a connection that nothing refers to. Its row is locked first, so nothing can begin to refer to it meanwhile; and it has been
 * off for a while, so no node that still took it for usable is about to.
 */
import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { configOfRouting } from '../routing-config/config-of-routing.ts';
import { coverageOf } from '../routing-config/coverage-of.ts';
import { formatRoutingConfig } from '../routing-config/format-routing-config.ts';
import { readRoutingConfig } from '../routing-config/read-routing-config.ts';
import { type DatedConnection, lockConnection } from '../store/connections.ts';
import type { Transaction } from '../store/database.ts';
import { countReferringTo, deleteConnection as remove } from '../store/delete-connection.ts';
import { lockRouting } from '../store/import-routing.ts';
import { readRouting } from '../store/routing.ts';
import { NOTHING_NEW_AFTER_MS } from '../workflows/drain-connection.ts';
import { banksKnownTo } from './consider-configuration.ts';
import type { ManageDeps, ManageHandler } from './operation.ts';
import { auditedConnection } from './present-connection.ts';
import { coverAnew } from './write-configuration.ts';

export const deleteConnection: ManageHandler<'connections.delete'> = {
  kind: 'write',
  async run({ deps, now }, tx, { params: { id } }) {
    await lockRouting(tx);
    const connection = await lockConnection(tx, id);
    if (connection === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
    const free = checkOff(connection, now);
    if (!free.ok) return free;
    const referring = await countReferringTo(tx, id);
    if (Object.values(referring).some((count) => count > 0)) {
      const vars = Object.fromEntries(
        Object.entries(referring).map(([name, count]) => [name, String(count)]),
      );
      return fail('state_conflict', 'connection.referred', { param: 'id', vars });
    }
    const parted = await partFrom(deps, tx, connection.configKey);
    if (!parted.ok) return parted;
    remove(tx, id);
    const { configKey: key, rail, mode } = connection;
    const summary = { key, rail, mode, ...auditedConnection(connection) };
    return {
      ok: true,
      value: { output: { id, object: 'connection', deleted: true }, audit: { subject: id, summary } },
    };
  },
};

function checkOff({ status, drainingSince, updatedAt }: DatedConnection, now: Date): Result<void, Failure> {
  if (status === 'ready' || status === 'degraded' || drainingSince !== undefined)
    return fail('state_conflict', 'connection.still_on', {
      param: 'id',
      vars: { status: drainingSince === undefined ? status : 'draining' },
    });
  const waitMs = updatedAt.getTime() + NOTHING_NEW_AFTER_MS - now.getTime();
  if (waitMs <= 0) return { ok: true, value: undefined };
  const retryAfterS = Math.ceil(waitMs / 1000);
  const vars = { seconds: String(retryAfterS) };
  return fail('state_conflict', 'connection.off_too_short', { param: 'id', vars, retryAfterS });
}

/** What is left must hold without it: a rule may name its rail, and no other connection have it. */
async function partFrom(deps: ManageDeps, tx: Transaction, key: string): Promise<Result<void, Failure>> {
  const routing = await readRouting(tx);
  if (routing === undefined) return { ok: true, value: undefined };
  const config = configOfRouting(routing);
  const connections = config.connections.filter((connection) => connection.key !== key);
  const read = readRoutingConfig(formatRoutingConfig({ ...config, connections }), deps.rails);
  if (!read.ok) {
    const { path = '', problem = '' } = read.error[0] ?? {};
    return fail('state_conflict', 'connection.breaks_configuration', {
      param: 'id',
      vars: { path, problem },
    });
  }
  const { restrictions } = config.coverage;
  const coverage = coverageOf(banksKnownTo(routing), connections, deps.rails, restrictions);
  await coverAnew(deps, tx, coverage);
  return { ok: true, value: undefined };
}
