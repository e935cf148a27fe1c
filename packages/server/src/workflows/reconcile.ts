/**
 * Holds a connection's payments against its provider's own list, once a day, one page under each lease. A span is read through
 * before it counts as reconciled, so a crash repeats pages and loses none; what was found is one finding, however often it is found.
 *
 * What is open here and in the list is looked at, as after a webhook. What contradicts our books becomes a finding for an operator;
 * a leg that is still open and of another amount goes to `review` besides, because nothing may be built on it.
 */
import type { ListedPayment, Rail, Statement } from '@switchyard/rail-kit';
import { compareWithList, type FindingKind, isToBeLookedAt } from '../domain/compare-with-list.ts';
import type { Transaction } from '../store/database.ts';
import { type NewFinding, putFinding } from '../store/findings.ts';
import { holdJob, type Lease, scheduleJob } from '../store/jobs.ts';
import type { EnvironmentKeys } from '../store/keyring.ts';
import {
  findProgress,
  findUnlisted,
  type ListedLeg,
  type ReconciliationProgress,
  type StatementRole,
  saveProgress,
  takeListed,
} from '../store/reconciliation.ts';
import type { WorkflowDeps } from './deps.ts';
import { giveToOperator } from './pay/give-to-operator.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** By then a provider's list is complete, and clocks no longer matter. */
const SETTLING_MS = 2 * HOUR_MS;
/** The list is asked for somewhat more than our span on both sides: it has the provider's clock. */
const SLACK_MS = HOUR_MS;
const FIRST_SPAN_MS = 7 * DAY_MS;
const OUTAGE_MS = 10 * 60_000;

/** Answers when to go on: at once while the span has more pages. */
export async function reconcile(deps: WorkflowDeps, lease: Lease): Promise<Date | undefined> {
  const { environmentId, subjectId: connectionId } = lease;
  const tomorrow = new Date(deps.now() + DAY_MS);
  // Our books have the times of a clock that was moved, and the provider's list has the real ones: they would differ in everything.
  if (deps.clocks.aheadMs(lease.environmentId) > 0) return tomorrow;
  const connection = await deps.connections.callable(environmentId, connectionId);
  const rail = connection === undefined ? undefined : deps.caller.open(connection);
  const [firstRole] = rolesOf(rail);
  if (connection === undefined || rail === undefined || firstRole === undefined) return tomorrow;
  const progress = await findProgress(deps.db, environmentId, connectionId);
  const span = spanOf(progress, firstRole, deps.now());
  const statement = rail[span.role]?.statement;
  if (statement === undefined) return tomorrow;
  const page = await deps.caller.call(connection, { name: `${span.role}.list` }, async (opened) => {
    const { fromMs, toMs, cursor } = span;
    const asked = {
      fromMs: fromMs - SLACK_MS,
      toMs: toMs + SLACK_MS,
      ...(cursor === undefined ? {} : { cursor }),
    };
    return opened[span.role]?.statement?.page(asked) ?? { kind: 'misconfigured' as const };
  });
  if (page.kind !== 'done') return new Date(deps.now() + OUTAGE_MS);
  const keys = await deps.keyring.of(environmentId);
  const work: Work = { deps, keys, connectionId, at: new Date(deps.now()) };
  const { payments, next } = page.result;
  const done = await deps.db.transaction(environmentId, async (tx) => {
    if (!(await holdJob(tx, lease))) return { commit: false, value: undefined };
    const compared = await compareAll(work, tx, payments);
    const missing = next === undefined ? await missingFrom(work, tx, span, statement) : 0;
    const after = progressAfter(span, next, rail);
    saveProgress(tx, connectionId, after);
    return { commit: true, value: { ...compared, found: compared.found + missing, after } };
  });
  if (done === undefined) return new Date(deps.now());
  if (done.found > 0) {
    deps.logger.warn({ connectionId, found: done.found }, 'our books and a provider’s list differ');
  }
  for (const leg of done.doubtful) await giveToOperator(deps, environmentId, leg);
  return done.after.window === undefined ? tomorrow : new Date(deps.now());
}

const ROLES: readonly StatementRole[] = ['payment', 'payout'];

function rolesOf(rail: Rail | undefined): readonly StatementRole[] {
  return ROLES.filter((role) => rail?.[role]?.statement !== undefined);
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly role: StatementRole;
  readonly cursor?: string;
}

/** The one that has been begun, or everything since the last. */
function spanOf(progress: ReconciliationProgress | undefined, firstRole: StatementRole, nowMs: number): Span {
  const fromMs = progress?.reconciledUntil.getTime() ?? nowMs - FIRST_SPAN_MS;
  const { window } = progress ?? {};
  if (window === undefined) return { fromMs, toMs: Math.max(fromMs, nowMs - SETTLING_MS), role: firstRole };
  const { until, role, cursor } = window;
  return { fromMs, toMs: until.getTime(), role, ...(cursor === undefined ? {} : { cursor }) };
}

function progressAfter(span: Span, next: string | undefined, rail: Rail): ReconciliationProgress {
  const until = new Date(span.toMs);
  const reconciledUntil = new Date(span.fromMs);
  if (next !== undefined) return { reconciledUntil, window: { until, role: span.role, cursor: next } };
  const roles = rolesOf(rail);
  const role = roles[roles.indexOf(span.role) + 1];
  return role === undefined ? { reconciledUntil: until } : { reconciledUntil, window: { until, role } };
}

interface Work {
  readonly deps: WorkflowDeps;
  readonly keys: EnvironmentKeys;
  readonly connectionId: string;
  readonly at: Date;
}

async function compareAll(work: Work, tx: Transaction, listed: readonly ListedPayment[]) {
  const legOf = await takeListed(tx, work.keys, work.connectionId, listed, work.at);
  const doubtful: ListedLeg[] = [];
  let found = 0;
  for (const one of listed) {
    const leg = legOf(one);
    const kind = leg === undefined ? 'unknown_to_us' : compareWithList(leg, one);
    if (kind !== undefined && (await tell(work, tx, kind, leg, one))) found += 1;
    if (leg === undefined) continue;
    if (!isToBeLookedAt(leg, one)) continue;
    if (kind === 'amount_differs' && leg.status !== 'settled') doubtful.push(leg);
    else scheduleJob(tx, 'payment.drive', leg.paymentId, work.at);
  }
  return { found, doubtful };
}

async function missingFrom(work: Work, tx: Transaction, span: Span, statement: Statement): Promise<number> {
  const missing = await findUnlisted(tx, work.connectionId, {
    from: new Date(span.fromMs),
    until: new Date(span.toMs),
    role: span.role,
    schemes: statement.schemes,
  });
  let found = 0;
  for (const leg of missing) if (await tell(work, tx, 'unknown_to_provider', leg, undefined)) found += 1;
  return found;
}

/** True when it is news. */
function tell(
  { deps, keys, connectionId, at }: Work,
  tx: Transaction,
  kind: FindingKind,
  leg: ListedLeg | undefined,
  listed: ListedPayment | undefined,
): Promise<boolean> {
  const key = leg?.key ?? listed?.key;
  const finding: NewFinding = {
    id: deps.newId('fnd_'),
    connectionId,
    kind,
    subject: listed?.ref ?? `key ${key ?? ''}`,
    ...(leg === undefined ? {} : { paymentId: leg.paymentId, legId: leg.legId }),
    particulars: {
      ...(key === undefined ? {} : { key }),
      ...(leg === undefined ? {} : { ours: { status: leg.status, ...leg.receive } }),
      ...(listed === undefined ? {} : { ref: listed.ref, theirs: theirsOf(listed) }),
    },
    at,
  };
  return putFinding(tx, keys, finding);
}

function theirsOf({ providerStatus, amount }: ListedPayment) {
  return {
    status: providerStatus,
    ...(amount === undefined ? {} : { value: String(amount.value), asset: amount.asset }),
  };
}
