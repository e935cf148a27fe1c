/**
 * What an operation is: a function from a call to an outcome. A pure one needs nothing but its input and what is in
 * memory, and so answers at once. A read only reads. A write does all its work in the
 * transaction it is given, and names whose record it made, because the answer kept for a repeat of the request is
 * sealed under that subject's key. A batched write handles many calls of one environment in one transaction: what
 * it makes belongs to the environment.
 */
import type { InputOf, OperationName, OutputOf } from '@switchyard/contract';
import type { Result } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { DeepReadonly } from '../domain/deep-readonly.ts';
import type { Environment } from '../domain/environment.ts';
import type { Failure } from '../domain/failure.ts';
import type { IdPrefix } from '../domain/ids.ts';
import type { Engines } from '../routing/engines.ts';
import type { Database, Transaction, Writer } from '../store/database.ts';
import type { DataKey, EnvironmentKeys, Keyring } from '../store/keyring.ts';
import type { Batches } from './batches.ts';

export interface OperationDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  readonly rails: readonly RailListing[];
  readonly engines: Engines;
  readonly batches: Batches;
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

/** An operation's output as we make it: nobody changes it after it was presented. */
export type Presented<N extends OperationName> = DeepReadonly<OutputOf<N>>;

export type ReadOutcome<N extends OperationName> = Result<Presented<N>, Failure>;
export type WriteOutcome<N extends OperationName> = Result<Written<N>, Failure>;

export interface Written<N extends OperationName> {
  readonly output: Presented<N>;
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
  | BatchedHandler<N>;

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
  /** Answers every item, in order. An item that is refused has written nothing. */
  run(batch: Batch, tx: Transaction, items: readonly BatchItem<N>[]): Promise<readonly ReadOutcome<N>[]>;
}

export interface Batch {
  readonly deps: OperationDeps;
  readonly environment: Environment;
}

export interface BatchItem<N extends OperationName> {
  readonly call: Call;
  readonly input: InputOf<N>;
}
