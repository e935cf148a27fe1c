/**
 * Changes one connection as if somebody had changed it in the environment's file and applied that: the same words, the same
 * rules, the same writer. So nothing can be brought about here that a file could not, and an export always reads back.
 */
import { ok, type Result } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import { type Failure, fail } from '../domain/failure.ts';
import { configOfRouting } from '../routing-config/config-of-routing.ts';
import type { ConfigProblem } from '../routing-config/config-problem.ts';
import { formatRoutingConfig } from '../routing-config/format-routing-config.ts';
import type { ConfigChange } from '../routing-config/plan-change.ts';
import type { ConnectionConfig, ConnectionDraft } from '../routing-config/routing-config.ts';
import type { Transaction } from '../store/database.ts';
import { readRouting } from '../store/routing.ts';
import { considerConfiguration } from './consider-configuration.ts';
import type { ManageDeps } from './operation.ts';
import { writeConfiguration } from './write-configuration.ts';

interface Configuring {
  readonly deps: ManageDeps;
  readonly environment: Environment;
  readonly now: Date;
}

/** For whoever holds the lock of the routing. `change` is given what the key stands for now, if it does. */
export async function changeConfigured(
  { deps, environment, now }: Configuring,
  tx: Transaction,
  key: string,
  change: (current: ConnectionConfig | undefined) => Result<ConnectionDraft, Failure>,
): Promise<Result<readonly ConfigChange[], Failure>> {
  const routing = await readRouting(tx);
  if (routing === undefined) return fail('state_conflict', 'connection.no_policy');
  const config = configOfRouting(routing);
  const changed = change(config.connections.find((connection) => connection.key === key));
  if (!changed.ok) return changed;
  const known = config.connections.findIndex((connection) => connection.key === key);
  const place = known < 0 ? config.connections.length : known;
  const connections: readonly ConnectionDraft[] = [
    ...config.connections.slice(0, place),
    changed.value,
    ...config.connections.slice(place + 1),
  ];
  const text = formatRoutingConfig({ ...config, connections });
  const considered = await considerConfiguration(deps, environment, routing, { text, prune: false }, now);
  if (!considered.ok) return refusal(considered.error, `connections[${place}]`);
  await writeConfiguration(deps, tx, routing, considered.value, now);
  return ok(considered.value.changes.filter(({ action }) => action !== 'keep'));
}

/** What is wrong elsewhere is wrong because of the connection that is changed, and is told if nothing is wrong in itself. */
function refusal(problems: readonly ConfigProblem[], changed: string): Result<never, Failure> {
  const own = problems.find(({ path }) => path === changed || path.startsWith(`${changed}.`));
  const { path = '', problem = '', isConflict = false } = own ?? problems[0] ?? {};
  if (own === undefined)
    return fail('state_conflict', 'connection.breaks_configuration', { vars: { path, problem } });
  const param = path.slice(changed.length + 1);
  const vars = { problem };
  if (isConflict) return fail('state_conflict', 'contract.counted', { param, vars });
  return fail('invalid_request', 'connection.invalid', param === '' ? { vars } : { param, vars });
}
