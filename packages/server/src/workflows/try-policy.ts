/**
 * Tries a policy on what has happened. Each decision is made twice from its own request and the snapshot it cites, once as it was
 * and once with the policy replaced. A run goes on batch by batch; what a batch has counted and how far it came commit together
 * under the job's lease, so whoever takes over after a crash counts nothing twice and nothing never.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { compile, type Engine, type Policy, type Snapshot } from '@switchyard/engine';
import { countFrom, type DryRunCounter } from '../domain/dry-run.ts';
import { findPayableAccount } from '../store/accounts.ts';
import {
  findDryRun,
  listPastDecisions,
  listPastQuotes,
  type PastDecision,
  type StoredDryRun,
  saveDryRun,
} from '../store/dry-runs.ts';
import { holdJob, LEASE_MS, type Lease } from '../store/jobs.ts';
import { findPolicy } from '../store/policies.ts';
import { findQuote } from '../store/route-quotes.ts';
import { findSnapshot } from '../store/snapshots.ts';
import type { WorkflowDeps } from './deps.ts';
import { recheckQuote } from './pay/recheck-quote.ts';

const BATCH = 2_000;
/** Decisions that are made in one go; requests of others are served in between. */
const GO = 25;
const QUOTES_MAX = 500;
/** Well within the lease; what is left is done under the next one. */
const ROUND_MS_MAX = LEASE_MS / 3;

/** Answers when to go on; undefined when it is done. */
export async function tryPolicy(deps: WorkflowDeps, lease: Lease): Promise<Date | undefined> {
  const { environmentId, subjectId: id } = lease;
  let run = await findDryRun(deps.db, environmentId, id);
  const stored = run === undefined ? undefined : await findPolicy(deps.db, environmentId, run.version);
  if (stored === undefined) return undefined;
  const policy = { ...stored.body, version: stored.version };
  const endsMs = deps.now() + ROUND_MS_MAX;
  while (run?.status === 'running') {
    if (deps.now() >= endsMs) return new Date(deps.now());
    const next: StoredDryRun = await goOn(deps, environmentId, run, policy);
    const held = await deps.db.transaction(environmentId, async (tx) => {
      const isHeld = await holdJob(tx, lease);
      if (isHeld) saveDryRun(tx, next);
      return { commit: isHeld, value: isHeld };
    });
    if (!held) return undefined;
    run = next;
  }
  return undefined;
}

async function goOn(
  deps: WorkflowDeps,
  environmentId: string,
  run: StoredDryRun,
  policy: Policy,
): Promise<StoredDryRun> {
  const counter = countFrom(run.tally);
  const { same, changed, skipped } = run.tally;
  const left = run.total - same - changed - skipped;
  const past = await listPastDecisions(deps.db, environmentId, run.cursor, Math.min(BATCH, left));
  await decideAgain(deps, environmentId, past, policy, counter);
  const last = past.at(-1);
  // Some may have been cleared away meanwhile, so an empty batch ends it too.
  if (last !== undefined && past.length < left) return { ...run, cursor: last.id, tally: counter.tally() };
  await lookAtQuotes(deps, environmentId, policy, counter);
  return {
    ...run,
    ...(last === undefined ? {} : { cursor: last.id }),
    status: 'completed',
    tally: counter.tally(),
    completedAt: new Date(deps.now()),
  };
}

async function decideAgain(
  deps: WorkflowDeps,
  environmentId: string,
  past: readonly PastDecision[],
  policy: Policy,
  counter: DryRunCounter,
): Promise<void> {
  let engines: { readonly digest: string; readonly both: readonly [Engine, Engine] | undefined } | undefined;
  for (const [at, { id, request, snapshotDigest, createdAt }] of past.entries()) {
    if (at % GO === 0) await breathe();
    // Neighbours in time mostly cite the same snapshot.
    if (engines?.digest !== snapshotDigest)
      engines = {
        digest: snapshotDigest,
        both: await enginesOf(deps, environmentId, snapshotDigest, policy),
      };
    if (engines.both === undefined) {
      counter.skipped();
      continue;
    }
    const [before, after] = engines.both;
    const context = { nowMs: createdAt.getTime(), id };
    counter.decided(id, before.decide(request, context), after.decide(request, context));
  }
}

async function enginesOf(
  { db }: WorkflowDeps,
  environmentId: string,
  digest: string,
  policy: Policy,
): Promise<readonly [Engine, Engine] | undefined> {
  const snapshot = await findSnapshot(db, environmentId, digest);
  return snapshot === undefined ? undefined : [compile(snapshot), compile(underPolicy(snapshot, policy))];
}

/** Its salt stays, so that who was drawn in a split is drawn again. */
function underPolicy(snapshot: Snapshot, policy: Policy): Snapshot {
  return { ...snapshot, digest: '', policy: { ...policy, salt: snapshot.policy.salt } };
}

/** By the connections of today: what they were at the time of a quote has no bearing on the next one. */
async function lookAtQuotes(
  deps: WorkflowDeps,
  environmentId: string,
  policy: Policy,
  counter: DryRunCounter,
): Promise<void> {
  const environment = await deps.environmentOf(environmentId);
  if (environment === undefined) return;
  const ids = await listPastQuotes(deps.db, environmentId, QUOTES_MAX);
  if (ids.length === 0) return;
  const keys = await deps.keyring.of(environmentId);
  const snapshot = underPolicy((await deps.engines.of(environment)).snapshot, policy);
  const tried = { engine: compile(snapshot), snapshot };
  for (const id of ids) {
    await breathe();
    const quoted = await findQuote(deps.db, environmentId, id);
    if (quoted === undefined) continue;
    const [from, to] = await Promise.all([
      findPayableAccount(deps.db, keys, quoted.quote.from),
      findPayableAccount(deps.db, keys, quoted.quote.to),
    ]);
    if (from === undefined || to === undefined) continue;
    counter.quoted(await recheckQuote(deps, environmentId, tried, quoted, { from, to }));
  }
}
