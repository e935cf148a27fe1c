/**
 * What an operation is: a function from a call to an outcome. A pure one needs nothing but its input and what is in
 * memory, and so answers at once. A read only reads. A write does all its work in the
 * transaction it is given, and names whose record it made, because the answer kept for a repeat of the request is
 * sealed under that subject's key. A batched write handles many calls of one environment in one transaction: what
 * it makes belongs to the environment. A calling write commits before it calls a provider.
 */
import type { InputOf, OperationName } from '@switchyard/contract';
import type { Result } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { Environment } from '../domain/environment.ts';
import type { Failure } from '../domain/failure.ts';
import type { IdPrefix } from '../domain/ids.ts';
import type { Presented } from '../presenters/presented.ts';
import type { Engines, Routed } from '../routing/engines.ts';
import type { Database, Transaction, Writer } from '../store/database.ts';
import type { DataKey, EnvironmentKeys, Keyring } from '../store/keyring.ts';
import type { WorkflowDeps } from '../workflows/deps.ts';
import type { Batches } from './batches.ts';

export type { Presented } from '../presenters/presented.ts';

export interface OperationDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  readonly rails: readonly RailListing[];
  readonly engines: Engines;
  readonly batches: Batches;
  readonly workflows: WorkflowDeps;
}

/** Who calls, when, and under which version of the API. */
export interface Call {
  readonly environment: Environment;
  readonly apiVersion: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface Work {
  readonly deps: OperationDeps;
  readonly call: Call;
  readonly keys: EnvironmentKeys;
}

export interface Subject {
  readonly id: string;
  readonly dataKey: DataKey;
}

/** An output that is JSON text already, in ASCII, put together from fragments that many answers share. */
export interface JsonText {
  readonly jsonText: string;
}

export type BatchOutcome<N extends OperationName> = Result<Presented<N> | JsonText, Failure>;
export type ReadOutcome<N extends OperationName> = Result<Presented<N>, Failure>;
export type WriteOutcome<N extends OperationName> = Result<Written<N>, Failure>;

export interface Written<N extends OperationName> {
  readonly output: Presented<N> | JsonText;
  readonly subject: Subject;
}

export type Handler<N extends OperationName> =
  | {
      readonly kind: 'pure';
      run(work: Omit<Work, 'keys'>, input: InputOf<N>): ReadOutcome<N>;
    }
  | {
      readonly kind: 'read';
      run(work: Work, input: InputOf<N>): Promise<ReadOutcome<N>>;
      /** Where two answers may mean the same though their bytes differ: what tells whether they do. */
      etag?(output: Presented<N>): string;
    }
  | WriteHandler<N>
  | BatchedHandler<N>
  | CallingHandler<N>
  | PlannedHandler<N>;

export interface WriteHandler<N extends OperationName> {
  readonly kind: 'write';
  run(work: Work, tx: Transaction, input: InputOf<N>): Promise<WriteOutcome<N>>;
  /**
   * The same write on the assumption that nothing stands in its way, which needs to read nothing and so takes one round
   * trip. It is tried first; whenever the assumption fails, so does the write, and `run` does it all. Undefined where
   * `run` is needed anyway.
   */
  blind?(work: Work, writer: Writer, input: InputOf<N>): Written<N> | undefined;
}

export interface BatchedHandler<N extends OperationName> {
  readonly kind: 'batched';
  /** How many transactions of one environment may be under way at once; one when their order matters. */
  readonly underWayMax: number;
  /** Answers every item, in order. An item that is refused has written nothing. */
  run(batch: Batch, tx: Transaction, items: readonly BatchItem<N>[]): Promise<readonly BatchOutcome<N>[]>;
  /** The same where it needs to read nothing, and so takes one round trip: tried first, as that of a `WriteHandler`. */
  blind?(batch: Batch, writer: Writer, items: readonly BatchItem<N>[]): readonly BatchOutcome<N>[];
  /** Told once what was written is durable, and so can be seen by whoever looks. */
  committed?(batch: Batch): void;
}

/** A write that calls a provider: planned without a transaction, begun in one, and gone on with after it has committed. */
export interface CallingHandler<N extends OperationName> {
  readonly kind: 'calling';
  /** Looks up and decides; answers with the work that writes down, in one transaction, what must be there before the call. */
  plan(work: Work, input: InputOf<N>): Promise<Result<Begin, Failure>>;
  /** Calls, and presents the resource as it is then. Safe to do again: whatever happened the first time is found, not repeated. */
  proceed(work: Work, resource: string): Promise<Presented<N>>;
}

/** A write that needs to ask around first: planned without a transaction, then written in one. What it makes is the environment's. */
export interface PlannedHandler<N extends OperationName> {
  readonly kind: 'planned';
  plan(
    work: Work,
    input: InputOf<N>,
  ): Promise<Result<{ readonly output: Presented<N>; write(writer: Writer): void }, Failure>>;
}

export type Begin = (work: Work, tx: Transaction) => Promise<Result<Begun, Failure>>;

/** A resource that is there, and whose key seals the answer. */
export interface Begun {
  readonly resource: string;
  readonly subject: Subject;
}

export interface Batch {
  readonly deps: OperationDeps;
  readonly environment: Environment;
  /** Got before the transaction was opened: cutting a snapshot needs a connection, and the transaction holds one. */
  readonly routed: Routed;
}

export interface BatchItem<N extends OperationName> {
  readonly call: Call;
  readonly input: InputOf<N>;
}
