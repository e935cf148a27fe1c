/**
 * Runs an operation and turns its output into the bytes of an answer.
 *
 * A write happens in one transaction together with the claim of its Idempotency-Key and the answer kept for
 * repeats: either all three are there afterwards or none is. A repeat gets the very same bytes.
 */
import type { InputOf, OperationName } from '@switchyard/contract';
import { canonicalJson, invariant, type JsonValue, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { findDataKey } from '../store/data-keys.ts';
import type { Ending, Transaction } from '../store/database.ts';
import { claimIdempotencyKey, findStoredResponse, storeIdempotentResponse } from '../store/idempotency.ts';
import { type EnvironmentKeys, UnknownKeyVersion } from '../store/keyring.ts';
import type {
  Batch,
  BatchedHandler,
  Call,
  Handler,
  OperationDeps,
  Presented,
  Work,
  WriteOutcome,
} from './operation.ts';
import { withRouted } from './with-routed.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
  readonly etag?: string;
}

export interface Request<N extends OperationName> {
  readonly name: N;
  readonly call: Call;
  readonly input: InputOf<N>;
  readonly successStatus: number;
  readonly serialise: (output: Presented<N>) => string;
  readonly idempotency?: IdempotentRequest;
}

/** The key a client gave a write, and all that makes another request with that key the same one. */
export interface IdempotentRequest {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue;
}

type Outcome = Result<Answer, Failure>;

export async function execute<N extends OperationName>(
  deps: OperationDeps,
  handler: Handler<N>,
  request: Request<N>,
): Promise<Outcome> {
  const run = async (keys: EnvironmentKeys): Promise<Outcome> => {
    const work = { deps, call: request.call, keys };
    if (handler.kind === 'read') {
      const outcome = await handler.run(work, request.input);
      if (!outcome.ok) return outcome;
      const etag = handler.etag?.(outcome.value);
      return answer(request, outcome.value, etag === undefined ? {} : { etag });
    }
    if (handler.kind === 'batched' && request.idempotency === undefined) {
      const outcome = await deps.batches.run(deps, request.name, handler, request.call, request.input);
      return outcome.ok ? answer(request, outcome.value) : outcome;
    }
    if (handler.kind === 'batched') return writeAlone(work, handler, request);
    return deps.db.transaction(request.call.environment.id, (tx) =>
      write(work, tx, request, () => handler.run(work, tx, request.input)),
    );
  };
  return withKeys(deps, request.call.environment.id, run);
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
    const { subject } = outcome.value;
    const { status, body } = answered.value;
    storeIdempotentResponse(tx, idempotency.key, {
      subjectId: subject.id,
      dataKey: subject.dataKey,
      status,
      body,
    });
  }
  return { commit: true, value: answered };
}

/** Undefined when the key is ours and the work may begin; otherwise what to answer instead. */
async function claim(work: Work, tx: Transaction, request: IdempotentRequest): Promise<Outcome | undefined> {
  const { method, path, body } = request;
  const fingerprint = work.keys.fingerprint('idempotency', canonicalJson({ method, path, body }));
  const claimed = await claimIdempotencyKey(tx, { key: request.key, fingerprint, now: work.call.now });
  if (claimed === 'claimed') return undefined;
  if (claimed === 'in_flight')
    return fail('idempotency_conflict', 'idempotency.in_flight', { retryAfterS: 1 });
  const stored = await findStoredResponse(tx, work.keys, request.key);
  if (stored === undefined) return fail('idempotency_conflict', 'idempotency.in_flight', { retryAfterS: 1 });
  if (!stored.fingerprint.equals(fingerprint)) {
    return fail('idempotency_conflict', 'idempotency.other_request', { param: 'Idempotency-Key' });
  }
  return { ok: true, value: { status: stored.status, body: stored.body, replayed: true } };
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

function answer<N extends OperationName>(
  request: Request<N>,
  output: Presented<N>,
  extra: Pick<Answer, 'etag'> = {},
): { ok: true; value: Answer } {
  const { successStatus: status, serialise } = request;
  return { ok: true, value: { status, body: serialise(output), replayed: false, ...extra } };
}

/** Another node may rotate an environment's key at any time; what was held is then read anew, once. */
async function withKeys(
  deps: OperationDeps,
  environmentId: string,
  run: (keys: EnvironmentKeys) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await run(await deps.keyring.of(environmentId));
  } catch (error) {
    if (!(error instanceof UnknownKeyVersion)) throw error;
    deps.keyring.forget(environmentId);
    return run(await deps.keyring.of(environmentId));
  }
}
