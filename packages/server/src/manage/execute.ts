/**
 * Runs a management operation. A write and its audit entry commit together or not at all; the entry goes last, because it
 * takes its turn in the chain with it.
 */
import type { ManageInputOf, ManageOperationName } from '@switchyard/contract';
import { type Result, unreachable } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { actorOf } from '../domain/manage/audit.ts';
import type { Caller } from '../domain/manage/caller.ts';
import { appendAuditEntry } from '../store/audit-log.ts';
import type { Ending, Transaction } from '../store/database.ts';
import { findEnvironmentOf } from '../store/organisations.ts';
import { inTimeOf } from '../workflows/in-time-of.ts';
import type { ManageDeps, ManageHandler, Presented, SessionChange, Work, WriteOutcome } from './operation.ts';

export interface ManageRequest<N extends ManageOperationName> {
  readonly name: N;
  readonly input: ManageInputOf<N>;
  /** Undefined where anyone may call. */
  readonly caller: Caller | undefined;
  readonly address: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface ManageAnswer<N extends ManageOperationName> {
  readonly output: Presented<N>;
  readonly session?: SessionChange;
}

type Outcome<N extends ManageOperationName> = Result<ManageAnswer<N>, Failure>;

export async function executeManage<N extends ManageOperationName>(
  deps: ManageDeps,
  handler: ManageHandler<N>,
  request: ManageRequest<N>,
): Promise<Outcome<N>> {
  const { input } = request;
  if (handler.kind === 'open') return handler.run({ deps, ...request }, input);
  const found = await workOf(deps, request);
  if (!found.ok) return found;
  const work = found.value;
  switch (handler.kind) {
    case 'read': {
      const outcome = await handler.run(work, input);
      return outcome.ok ? { ok: true, value: { output: outcome.value } } : outcome;
    }
    case 'write':
      return write(work, request.name, work.environment?.id, (tx) => handler.run(work, tx, input));
    case 'planned': {
      const planned = await handler.plan(work, input);
      if (!planned.ok) return planned;
      const { environmentId = work.environment?.id, write: run } = planned.value;
      return write(work, request.name, environmentId, run);
    }
    default:
      return unreachable(handler);
  }
}

/** Another organisation's environment is found as little as one that does not exist. */
async function workOf<N extends ManageOperationName>(
  deps: ManageDeps,
  { input, caller, requestId, now }: ManageRequest<N>,
): Promise<Result<Work<N>, Failure>> {
  if (caller === undefined) throw new Error('An operation is reached only by those who were admitted');
  const environmentId = environmentIn(input);
  const environment =
    environmentId === undefined
      ? undefined
      : await findEnvironmentOf(deps.db, caller.organisation.id, environmentId);
  if (environmentId !== undefined && environment === undefined)
    return fail('not_found', 'environment.not_found', { param: 'environment' });
  // An environment was looked up exactly when the path names one, which is what EnvironmentOf says.
  const timed = environment === undefined ? deps : timedFor(deps, environment.id);
  return { ok: true, value: { deps: timed, caller, environment, requestId, now } as Work<N> };
}

/** What is managed has the real time; what happens to payments has that of their environment. */
function timedFor(deps: ManageDeps, environmentId: string): ManageDeps {
  const workflows = inTimeOf(deps.workflows, environmentId);
  return workflows === deps.workflows ? deps : { ...deps, workflows };
}

function environmentIn(input: { readonly params?: { readonly environment?: string } }): string | undefined {
  return input.params?.environment;
}

async function write<N extends ManageOperationName>(
  work: Work<N>,
  action: N,
  environmentId: string | undefined,
  run: (tx: Transaction) => WriteOutcome<N>,
): Promise<Outcome<N>> {
  const { deps, caller, requestId, now } = work;
  const organisationId = caller.organisation.id;
  let committed: (() => Promise<void>) | undefined;
  const perform = async (tx: Transaction): Promise<Ending<Outcome<N>>> => {
    const changed = await run(tx);
    if (!changed.ok) return { commit: false, value: changed };
    const { audit, output, session } = changed.value;
    committed = changed.value.committed;
    appendAuditEntry(tx, organisationId, {
      id: deps.newId('aud_'),
      action,
      actor: actorOf(caller),
      ...(environmentId === undefined ? {} : { environment: environmentId }),
      ...audit,
      requestId,
      createdAt: now,
    });
    return {
      commit: true,
      value: { ok: true, value: session === undefined ? { output } : { output, session } },
    };
  };
  const outcome =
    environmentId === undefined
      ? await deps.db.organisationTransaction(organisationId, perform)
      : await deps.db.transaction(environmentId, perform);
  await committed?.().catch((error: unknown) => {
    // It has happened, so that is the answer: whoever heard of an error would ask for it a second time.
    deps.workflows.logger.warn(
      { err: error, action },
      'what follows a committed change failed; a later look makes up for it',
    );
  });
  return outcome;
}
