/**
 * Runs an operation and turns its output into the bytes of an answer.
 *
 * A write happens in one transaction together with the claim of its Idempotency-Key and the answer kept for
 * repeats: either all three are there afterwards or none is. A repeat gets the very same bytes. A write that can be
 * made blindly is, in one round trip; if anything stands in its way, nothing of it stands, and it is made the long way.
 */
import type { InputOf, OperationName } from '@switchyard/contract';
import { invariant, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { findDataKey } from '../store/data-keys.ts';
import type { Ending, Transaction } from '../store/database.ts';
import { isConflict } from '../store/database-error.ts';
import { gatherWrites } from '../store/gather-writes.ts';
import {
  claimIdempotencyKey,
  findStoredResponse,
  insertAnsweredKey,
  storeIdempotentResponse,
} from '../store/idempotency.ts';
import { UnknownKeyVersion } from '../store/keyring.ts';
import {
  type Answer,
  answer,
  claimOf,
  type IdempotentRequest,
  keptResponse,
  type Request,
} from './answer.ts';
import { executeCalling, executePlanned } from './execute-calling.ts';
import type {
  Batch,
  BatchedHandler,
  Handler,
  OperationDeps,
  Work,
  WriteHandler,
  WriteOutcome,
} from './operation.ts';
import { withRouted } from './with-routed.ts';

export type Outcome = Result<Answer, Failure>;

export type { Answer, IdempotentRequest, Request } from './answer.ts';

export function execute<N extends OperationName>(
  deps: OperationDeps,
  handler: Handler<N>,
  request: Request<N>,
): Outcome | Promise<Outcome> {
  if (handler.kind === 'batched' && request.idempotency === undefined) {
    return executeBatched(deps, handler, request);
  }
  if (handler.kind !== 'pure') return executeWithKeys(deps, handler, request);
  const outcome = handler.run({ deps, call: request.call }, request.input);
  return outcome.ok ? answer(request, outcome.value) : outcome;
}

/** Needs no key: nothing is sealed. */
async function executeBatched<N extends OperationName>(
  deps: OperationDeps,
  handler: BatchedHandler<N>,
  request: Request<N>,
): Promise<Outcome> {
  const outcome = await deps.batches.run(deps, request.name, handler, request.call, request.input);
  return outcome.ok ? answer(request, outcome.value) : outcome;
}

type StoredHandler<N extends OperationName> = Exclude<Handler<N>, { kind: 'pure' }>;

async function executeWithKeys<N extends OperationName>(
  deps: OperationDeps,
  handler: StoredHandler<N>,
  request: Request<N>,
): Promise<Outcome> {
  const { call } = request;
  const { id } = call.environment;
  try {
    return await run({ deps, call, keys: await deps.keyring.of(id) }, handler, request);
  } catch (error) {
    // Another node may rotate an environment's key at any time; what was held is then read anew, once.
    if (!(error instanceof UnknownKeyVersion)) throw error;
    deps.keyring.forget(id);
    return run({ deps, call, keys: await deps.keyring.of(id) }, handler, request);
  }
}

async function run<N extends OperationName>(
  work: Work,
  handler: StoredHandler<N>,
  request: Request<N>,
): Promise<Outcome> {
  const { deps, call } = work;
  if (handler.kind === 'read') {
    const outcome = await handler.run(work, request.input);
    return outcome.ok ? answer(request, outcome.value, handler.etag?.(outcome.value)) : outcome;
  }
  if (handler.kind === 'calling') return executeCalling(work, handler, request);
  if (handler.kind === 'planned') return executePlanned(work, handler, request);
  if (handler.kind === 'batched') return writeAlone(work, handler, request);
  const answered = await writeBlindly(work, handler, request);
  return (
    answered ??
    deps.db.transaction(call.environment.id, (tx) =>
      write(work, tx, request, () => handler.run(work, tx, request.input)),
    )
  );
}

/** Undefined when it could not be done so: then nothing was. */
async function writeBlindly<N extends OperationName>(
  work: Work,
  handler: WriteHandler<N>,
  request: Request<N>,
): Promise<Outcome | undefined> {
  const writes = gatherWrites(request.call.environment.id);
  const written = handler.blind?.(work, writes, request.input);
  if (written === undefined) return undefined;
  const answered = answer(request, written.output);
  if (request.idempotency !== undefined) {
    insertAnsweredKey(
      writes,
      claimOf(work, request.idempotency),
      keptResponse(written.subject, answered.value),
    );
  }
  try {
    await work.deps.db.write(writes);
    return answered;
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
}

async function write<N extends OperationName>(
  work: Work,
  tx: Transaction,
  request: Request<N>,
  run: () => Promise<WriteOutcome<N>>,
): Promise<Ending<Outcome>> {
  const { idempotency } = request;
  if (idempotency !== undefined) {
    const earlier = await claim(work, tx, idempotency);
    if (earlier !== undefined) return { commit: false, value: earlier };
  }
  const outcome = await run();
  if (!outcome.ok) return { commit: false, value: outcome };
  const answered = answer(request, outcome.value.output);
  if (idempotency !== undefined) {
    storeIdempotentResponse(tx, idempotency.key, keptResponse(outcome.value.subject, answered.value));
  }
  return { commit: true, value: answered };
}

/** Undefined when the key is ours and the work may begin; otherwise what to answer instead. */
async function claim(work: Work, tx: Transaction, request: IdempotentRequest): Promise<Outcome | undefined> {
  const claiming = claimOf(work, request);
  const claimed = await claimIdempotencyKey(tx, claiming);
  if (claimed === 'claimed') return undefined;
  if (claimed === 'in_flight')
    return fail('idempotency_conflict', 'idempotency.in_flight', { retryAfterS: 1 });
  const stored = await findStoredResponse(tx, work.keys, request.key);
  if (stored === undefined) return fail('idempotency_conflict', 'idempotency.in_flight', { retryAfterS: 1 });
  if (!stored.fingerprint.equals(claiming.fingerprint)) {
    return fail('idempotency_conflict', 'idempotency.other_request', { param: 'Idempotency-Key' });
  }
  const { status, body } = stored;
  if (body === undefined) return fail('not_found', 'idempotency.erased', { param: 'Idempotency-Key' });
  return { ok: true, value: { status, body, replayed: true } };
}

/** A batched write of one. */
async function writeAlone<N extends OperationName>(
  work: Work,
  handler: BatchedHandler<N>,
  request: Request<N>,
): Promise<Outcome> {
  const { deps, call } = work;
  const { environment } = call;
  return withRouted(deps.engines, environment, async (routed) => {
    const batch = { deps, environment, routed };
    const outcome = await deps.db.transaction(environment.id, (tx) =>
      write(work, tx, request, () => runAlone(work, batch, tx, handler, request.input)),
    );
    handler.committed?.(batch);
    return outcome;
  });
}

/** What it makes belongs to the environment, whose own key seals the answer kept for repeats. */
async function runAlone<N extends OperationName>(
  { call, keys }: Work,
  batch: Batch,
  tx: Transaction,
  handler: BatchedHandler<N>,
  input: InputOf<N>,
): Promise<WriteOutcome<N>> {
  const { environment } = batch;
  // The key first: behind a write that fails, its read would fail too, and hide why.
  const [dataKey, [outcome]] = await Promise.all([
    findDataKey(tx, keys, environment.id),
    handler.run(batch, tx, [{ call, input }]),
  ]);
  invariant(
    outcome !== undefined && dataKey !== undefined,
    'a batch answers each item, and an environment has a key',
  );
  return outcome.ok
    ? { ok: true, value: { output: outcome.value, subject: { id: environment.id, dataKey } } }
    : outcome;
}
