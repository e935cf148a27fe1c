/** Calls of batched operations, gathered into shared transactions: see `store/group-commit.ts`. */
import type { InputOf, OperationName } from '@switchyard/contract';
import type { Environment } from '../domain/environment.ts';
import { isConflict } from '../store/database-error.ts';
import { gatherWrites } from '../store/gather-writes.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import type { Batch, BatchedHandler, BatchItem, BatchOutcome, Call, OperationDeps } from './operation.ts';
import { withRouted } from './with-routed.ts';

export interface Batches {
  run<N extends OperationName>(
    deps: OperationDeps,
    name: N,
    handler: BatchedHandler<N>,
    call: Call,
    input: InputOf<N>,
  ): Promise<BatchOutcome<N>>;
}

/** One call on its way. All calls of one queue are of one operation and one environment. */
interface Submission {
  readonly deps: OperationDeps;
  readonly environment: Environment;
  readonly handler: BatchedHandler<OperationName>;
  readonly item: BatchItem<OperationName>;
}

export function createBatches(): Batches {
  const group = createGroupCommit<Submission, BatchOutcome<OperationName>>(async (_queue, submissions) => {
    const [first] = submissions;
    if (first === undefined) return [];
    const { deps, environment, handler } = first;
    return withRouted(deps.engines, environment, async (routed) => {
      const batch = { deps, environment, routed };
      const items = submissions.map(({ item }) => item);
      const answers = (await writeBlindly(batch, handler, items)) ?? (await write(batch, handler, items));
      handler.committed?.(batch);
      return answers;
    });
  });
  return {
    run: <N extends OperationName>(
      deps: OperationDeps,
      name: N,
      handler: BatchedHandler<N>,
      call: Call,
      input: InputOf<N>,
    ) => {
      const { environment } = call;
      // The queue's name holds the operation, so whatever meets in it is of type N again.
      const submission = { deps, environment, handler, item: { call, input } } as unknown as Submission;
      const queue = `${name}|${environment.id}`;
      return group.submit(queue, submission, handler.underWayMax) as Promise<BatchOutcome<N>>;
    },
  };
}

type Items = readonly BatchItem<OperationName>[];
type Answers = readonly BatchOutcome<OperationName>[];

/** Undefined when it could not be done so: then nothing was. */
async function writeBlindly(
  batch: Batch,
  handler: BatchedHandler<OperationName>,
  items: Items,
): Promise<Answers | undefined> {
  const writes = gatherWrites(batch.environment.id);
  const answers = handler.blind?.(batch, writes, items);
  if (answers === undefined || writes.statements.length === 0) return answers;
  try {
    await batch.deps.db.write(writes);
    return answers;
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
}

function write(batch: Batch, handler: BatchedHandler<OperationName>, items: Items): Promise<Answers> {
  return batch.deps.db.transaction(batch.environment.id, async (tx) => {
    const value = await handler.run(batch, tx, items);
    return { commit: value.some(({ ok }) => ok), value };
  });
}
