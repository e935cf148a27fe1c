/**
 * Moves a link session on by one step: asks its rail what the session's phase calls for, and writes down what came of it. It
 * works under the lease of the session's job, so one at a time drives a session, on whichever node; the lease is held again
 * in the transaction that writes.
 */
import { API_VERSION, invariant } from '@switchyard/engine';
import type { LinkStep } from '@switchyard/rail-kit';
import type { Environment } from '../../domain/environment.ts';
import type { EventCause } from '../../domain/event.ts';
import type { LinkFailure, LinkSession } from '../../domain/link-session/link-session.ts';
import { isFinal } from '../../domain/link-session/states.ts';
import { expire, type LinkChange, takeStep } from '../../domain/link-session/take-step.ts';
import { presentLinkSessionForEvent } from '../../presenters/link-session.ts';
import { findCustomer } from '../../store/customers.ts';
import type { Transaction } from '../../store/database.ts';
import { insertEvent } from '../../store/events.ts';
import { holdJob, type Lease } from '../../store/jobs.ts';
import type { DataKey, EnvironmentKeys } from '../../store/keyring.ts';
import { changeLinkSession, findLinkSession, loadLinkSession } from '../../store/link-sessions.ts';
import type { WorkflowDeps } from '../deps.ts';
import { learnFromCall } from '../learn-from-call.ts';
import { completeLink } from './complete-link.ts';
import { LINK_OPERATION } from './rank-link-rails.ts';

/** A session that has run out of rails, or whose bank shared nothing that can be used. */
const UNUSABLE: LinkFailure = {
  code: 'account_unusable',
  explanation: { key: 'link_session.account_unusable', vars: {} },
};

const ONCE_MORE_MS_MAX = 2_000;

/** Answers when to look at the session again; undefined when it has ended. */
export async function driveLink(
  deps: WorkflowDeps,
  lease: Lease,
  cause: EventCause,
): Promise<Date | undefined> {
  const environment = await deps.environmentOf(lease.environmentId);
  invariant(environment !== undefined, 'a job belongs to an environment');
  const keys = await deps.keyring.of(environment.id);
  const drive: Drive = { deps, environment, keys, lease, cause };
  const startedMs = deps.now();
  for (;;) {
    const session = await findLinkSession(deps.db, keys, lease.subjectId);
    if (session === undefined || isFinal(session.status)) return undefined;
    const change = await nextChange(drive, session);
    const next = await write(drive, session, change);
    if (next !== 'once more') return next;
    // One call fits into a lease. Whoever goes on does so under another.
    if (deps.now() - startedMs > ONCE_MORE_MS_MAX) return new Date(deps.now());
  }
}

/** When to look again; not at all; or at once, because it has changed hands or moved on. */
type Next = Date | undefined | 'once more';

interface Drive {
  readonly deps: WorkflowDeps;
  readonly environment: Environment;
  readonly keys: EnvironmentKeys;
  readonly lease: Lease;
  readonly cause: EventCause;
}

/** The provider has the last word on a session whose time is over: it may have been completed and nobody told us. */
async function nextChange({ deps, environment }: Drive, session: LinkSession): Promise<LinkChange> {
  // A session that no provider has heard of is not begun when its time is over.
  if (session.details.phase === 'starting' && session.expiresAt.getTime() <= deps.now()) return expire();
  const step = await ask(deps, environment, session);
  const change = takeStep(session, step, deps.now());
  const isOver = session.expiresAt.getTime() <= deps.now();
  const isOpen = change.kind === 'unchanged' || change.kind === 'moved' || change.kind === 'next_candidate';
  return isOver && isOpen ? expire() : change;
}

async function ask(deps: WorkflowDeps, environment: Environment, session: LinkSession): Promise<LinkStep> {
  const { details } = session;
  const connection = await deps.connections.callable(environment.id, session.connectionId);
  if (connection === undefined) return { kind: 'unavailable' };
  const psu = details.psu === undefined ? {} : { psu: details.psu };
  if (details.phase === 'starting') {
    const startedMs = deps.now();
    const step = await deps.caller.call(
      connection,
      { name: 'link.start' },
      async ({ bankLink }): Promise<LinkStep> => {
        if (bankLink === undefined) return { kind: 'misconfigured' };
        return bankLink.start({
          key: details.key,
          user: details.user,
          country: session.country,
          ...(details.institutionRef === undefined ? {} : { institution: details.institutionRef }),
          channel: session.channel,
          returnUri: details.returnUri,
          state: details.state,
          ...psu,
        });
      },
    );
    await learnFromCall(deps, environment, {
      connectionId: connection.id,
      rail: connection.rail,
      operation: LINK_OPERATION,
      country: session.country,
      institution: session.institutionId,
      answer: step,
      latencyMs: deps.now() - startedMs,
    });
    return step;
  }
  const memo = details.memo ?? null;
  const { returned } = details;
  if (details.phase === 'returned' && returned !== undefined) {
    return deps.caller.call(
      connection,
      { name: 'link.resume' },
      async ({ bankLink }): Promise<LinkStep> =>
        bankLink === undefined
          ? { kind: 'misconfigured' }
          : bankLink.resume({ memo, returnUri: details.returnUri, ...psu, ...returned }),
    );
  }
  return deps.caller.call(
    connection,
    { name: 'link.poll' },
    async ({ bankLink }): Promise<LinkStep> =>
      bankLink === undefined ? { kind: 'misconfigured' } : bankLink.poll({ memo }),
  );
}

async function write(drive: Drive, seen: LinkSession, change: LinkChange): Promise<Next> {
  const { deps, environment, keys, lease } = drive;
  const nowMs = deps.now();
  if (change.kind === 'unchanged') return lookAgainAt(seen, nowMs + change.lookAgainMs);
  // Read before the transaction, which waits for nothing but the database.
  const holderName = change.kind === 'completed' ? await holderNameOf(drive, seen) : '';
  const institutions =
    change.kind === 'completed' ? await institutionsOf(drive, seen, change) : new Map<string, string>();
  return deps.db.transaction<Next>(environment.id, async (tx) => {
    // Who has lost the lease writes nothing and leaves the rest to whoever has it; or will have it, so the job stays.
    if (!(await holdJob(tx, lease))) return { commit: false, value: new Date(nowMs) };
    const loaded = await loadLinkSession(tx, keys, seen.id);
    // It has moved on meanwhile, because the user came back: what was asked is asked again.
    if (loaded?.session.revision !== seen.revision) return { commit: false, value: 'once more' as const };
    const { session, dataKey } = loaded;
    const at = new Date(nowMs);
    switch (change.kind) {
      case 'moved': {
        const expiresAt = new Date(
          Math.min(session.expiresAt.getTime(), change.expiresAtMs ?? Number.POSITIVE_INFINITY),
        );
        const moved = {
          ...session,
          status: change.status,
          details: change.details,
          expiresAt,
          updatedAt: at,
        };
        await save(tx, keys, dataKey, moved, change.ref);
        return { commit: true, value: lookAgainAt(moved, nowMs + change.lookAgainMs) };
      }
      case 'next_candidate': {
        const { candidate, rest } = change;
        const { institutionRef: _others, ...details } = session.details;
        await save(tx, keys, dataKey, {
          ...session,
          rail: candidate.rail,
          connectionId: candidate.connectionId,
          explanation: candidate.explanation,
          candidates: rest,
          details: {
            ...details,
            key: deps.newUuid(),
            ...(candidate.institutionRef === undefined ? {} : { institutionRef: candidate.institutionRef }),
          },
          updatedAt: at,
        });
        return { commit: true, value: 'once more' };
      }
      case 'completed': {
        const accountIds = await completeLink(deps, tx, {
          ...drive,
          session,
          dataKey,
          linked: change.linked,
          holderName,
          institutionOf: (account) => institutions.get(account.id) ?? session.institutionId,
        });
        if (accountIds.length === 0)
          return end(drive, tx, dataKey, { ...failed(session, UNUSABLE), updatedAt: at });
        return end(drive, tx, dataKey, { ...session, status: 'completed', accountIds, updatedAt: at });
      }
      case 'failed':
        return end(drive, tx, dataKey, { ...failed(session, change.failure), updatedAt: at });
    }
  });
}

function failed(session: LinkSession, failure: LinkFailure): LinkSession {
  return { ...session, status: 'failed', failure };
}

/** What a session has ended with needs no secrets of it any more. */
async function end(
  { deps, keys, cause }: Drive,
  tx: Transaction,
  dataKey: DataKey,
  session: LinkSession,
): Promise<{ readonly commit: true; readonly value: undefined }> {
  const { memo: _memo, action: _action, returned: _returned, ...details } = session.details;
  const ended = { ...session, details };
  await save(tx, keys, dataKey, ended);
  insertEvent(tx, {
    id: deps.newId('evt_'),
    type: session.status === 'completed' ? 'link_session.completed' : 'link_session.failed',
    objectId: session.id,
    object: presentLinkSessionForEvent(ended),
    cause,
    apiVersion: API_VERSION,
    createdAt: session.updatedAt,
  });
  return { commit: true, value: undefined };
}

async function save(
  tx: Transaction,
  keys: EnvironmentKeys,
  dataKey: DataKey,
  session: LinkSession,
  ref?: string,
): Promise<void> {
  const saved = await changeLinkSession(tx, keys, dataKey, session, ref);
  invariant(saved, 'a session that was read under its lease is changed by nobody else meanwhile');
}

function lookAgainAt(session: LinkSession, atMs: number): Date {
  return new Date(Math.min(atMs, session.expiresAt.getTime()));
}

async function holderNameOf({ deps, keys }: Drive, session: LinkSession): Promise<string> {
  return (await findCustomer(deps.db, keys, session.customerId))?.profile.name ?? '';
}

/** Where the user chose the bank at the provider, the provider's word for it is looked up. */
async function institutionsOf(
  { deps, environment }: Drive,
  session: LinkSession,
  change: Extract<LinkChange, { kind: 'completed' }>,
): Promise<ReadonlyMap<string, string>> {
  const found = change.linked.accounts.map(async ({ id, institution }) => {
    if (institution?.ref === undefined) return [];
    const known = await deps.directory.findByRef(environment.id, session.connectionId, institution.ref);
    return known === undefined ? [] : [[id, known.id] as const];
  });
  return new Map((await Promise.all(found)).flat());
}
