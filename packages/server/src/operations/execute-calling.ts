/**
 * Runs an operation that calls a provider. The claim of the Idempotency-Key and everything the provider must not outrun are
 * committed first; then the call is made; then the answer is kept for repeats. A repeat that finds a claim without an answer
 * waits for whoever is at it, and when nobody can be any more it goes on with the resource the claim names.
 */
import type { OperationName } from '@switchyard/contract';
import { invariant, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { findDataKey } from '../store/data-keys.ts';
import { LOCK_WAIT_MS_MAX } from '../store/database.ts';
import {
  claimIdempotencyKey,
  findNamedClaim,
  findStoredResponse,
  nameClaimedResource,
  storeIdempotentResponse,
} from '../store/idempotency.ts';
import { LEASE_MS } from '../store/jobs.ts';
import {
  type Answer,
  answer,
  claimOf,
  type IdempotentRequest,
  keptResponse,
  type Request,
} from './answer.ts';
import type { Begun, CallingHandler, PlannedHandler, Work } from './operation.ts';

type Outcome = Result<Answer, Failure>;
/** What a claim leads to: work of our own, somebody's answer, or somebody's unfinished work. */
type Standing =
  | { readonly kind: 'ours'; readonly begun: Begun }
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'unfinished'; readonly begun: Begun; readonly sinceMs: number };

const LOOK_EVERY_MS = 50;

export async function executeCalling<N extends OperationName>(
  work: Work,
  handler: CallingHandler<N>,
  request: Request<N>,
): Promise<Outcome> {
  const { idempotency } = request;
  const known = idempotency === undefined ? undefined : await lookUp(work, idempotency);
  if (known !== undefined) return settle(work, handler, request, known);
  const planned = await handler.plan(work, request.input);
  if (!planned.ok) return planned;
  const standing = await work.deps.db.transaction<Standing | undefined>(
    work.keys.environmentId,
    async (tx) => {
      if (idempotency !== undefined) {
        const claimed = await claimIdempotencyKey(tx, claimOf(work, idempotency));
        if (claimed === 'in_flight')
          return { commit: false, value: { kind: 'answered', outcome: IN_FLIGHT } };
        if (claimed === 'answered') return { commit: false, value: undefined };
      }
      const begun = await planned.value(work, tx);
      if (!begun.ok) return { commit: false, value: { kind: 'answered', outcome: begun } };
      const { resource, subject } = begun.value;
      if (idempotency !== undefined)
        nameClaimedResource(tx, idempotency.key, { resource, subjectId: subject.id });
      return { commit: true, value: { kind: 'ours', begun: begun.value } };
    },
  );
  if (standing !== undefined) return settle(work, handler, request, standing);
  // Somebody else claimed the key between our look and our claim.
  const theirs = idempotency === undefined ? undefined : await lookUp(work, idempotency);
  return theirs === undefined ? IN_FLIGHT : settle(work, handler, request, theirs);
}

/** Asks around, then claims, writes and answers in one transaction. A repeat finds the answer and asks nobody. */
export async function executePlanned<N extends OperationName>(
  work: Work,
  handler: PlannedHandler<N>,
  request: Request<N>,
): Promise<Outcome> {
  const { idempotency } = request;
  const known = idempotency === undefined ? undefined : await lookUp(work, idempotency);
  if (known !== undefined) return known.kind === 'answered' ? known.outcome : IN_FLIGHT;
  const planned = await handler.plan(work, request.input);
  if (!planned.ok) return planned;
  const answered = answer(request, planned.value.output);
  const { environmentId } = work.keys;
  const isWritten = await work.deps.db.transaction(environmentId, async (tx) => {
    if (idempotency !== undefined) {
      if ((await claimIdempotencyKey(tx, claimOf(work, idempotency))) !== 'claimed')
        return { commit: false, value: false };
      const dataKey = await findDataKey(tx, work.keys, environmentId);
      invariant(dataKey !== undefined, 'an environment has a key');
      storeIdempotentResponse(
        tx,
        idempotency.key,
        keptResponse({ id: environmentId, dataKey }, answered.value),
      );
    }
    planned.value.write(tx);
    return { commit: true, value: true };
  });
  if (isWritten || idempotency === undefined) return answered;
  const theirs = await lookUp(work, idempotency);
  return theirs?.kind === 'answered' ? theirs.outcome : IN_FLIGHT;
}

const IN_FLIGHT: Outcome = fail('idempotency_conflict', 'idempotency.in_flight', { retryAfterS: 1 });

async function settle<N extends OperationName>(
  work: Work,
  handler: CallingHandler<N>,
  request: Request<N>,
  standing: Standing,
): Promise<Outcome> {
  if (standing.kind === 'answered') return standing.outcome;
  if (standing.kind === 'unfinished') {
    const theirs = await waitForAnswer(work, request.idempotency);
    if (theirs !== undefined) return theirs;
    // Whoever began it may still be at it; only when they cannot be is it ours to finish.
    if (work.call.now.getTime() - standing.sinceMs < LEASE_MS) return IN_FLIGHT;
  }
  const { resource, subject } = standing.begun;
  const answered = answer(request, await handler.proceed(work, resource));
  const { idempotency } = request;
  if (idempotency !== undefined) {
    await work.deps.db.transaction(work.keys.environmentId, async (tx) => {
      storeIdempotentResponse(tx, idempotency.key, keptResponse(subject, answered.value));
      return { commit: true, value: undefined };
    });
  }
  return answered;
}

/** What stands under the key; undefined when nobody has claimed it. */
async function lookUp(work: Work, request: IdempotentRequest): Promise<Standing | undefined> {
  const claiming = claimOf(work, request);
  return work.deps.db.transaction<Standing | undefined>(work.keys.environmentId, async (tx) => {
    const claim = await findNamedClaim(tx, request.key, claiming.now);
    if (claim === undefined) return { commit: false, value: undefined };
    if (!claim.fingerprint.equals(claiming.fingerprint)) {
      return { commit: false, value: { kind: 'answered', outcome: OTHER_REQUEST } };
    }
    const stored = await findStoredResponse(tx, work.keys, request.key);
    if (stored !== undefined) {
      const { status, body } = stored;
      const outcome: Outcome =
        body === undefined ? ERASED : { ok: true, value: { status, body, replayed: true } };
      return { commit: false, value: { kind: 'answered', outcome } };
    }
    const { resource, subjectId } = claim;
    const dataKey = subjectId === undefined ? undefined : await findDataKey(tx, work.keys, subjectId);
    if (resource === undefined || subjectId === undefined || dataKey === undefined) {
      return { commit: false, value: { kind: 'answered', outcome: IN_FLIGHT } };
    }
    const begun = { resource, subject: { id: subjectId, dataKey } };
    return { commit: false, value: { kind: 'unfinished', begun, sinceMs: claim.createdAt.getTime() } };
  });
}

const ERASED: Outcome = fail('not_found', 'idempotency.erased', { param: 'Idempotency-Key' });

const OTHER_REQUEST: Outcome = fail('idempotency_conflict', 'idempotency.other_request', {
  param: 'Idempotency-Key',
});

async function waitForAnswer(
  work: Work,
  request: IdempotentRequest | undefined,
): Promise<Outcome | undefined> {
  if (request === undefined) return undefined;
  const lookMax = Math.ceil(LOCK_WAIT_MS_MAX / LOOK_EVERY_MS);
  for (let look = 0; look < lookMax; look += 1) {
    const standing = await lookUp(work, request);
    if (standing?.kind === 'answered') return standing.outcome;
    await work.deps.workflows.sleep(LOOK_EVERY_MS);
  }
  return undefined;
}
