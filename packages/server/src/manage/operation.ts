/**
 * What a management operation is: a function from a call to an outcome, as in `operations/`, with two differences. A call is
 * about an organisation, and about the environment in its path if there is one; the environment has been looked up by
 * then, in the caller's organisation only. And a write hands back, beside its output, what the audit log is to say of it:
 * there is no write without.
 *
 * To add one: describe it in `packages/contract/src/manage`, write `manage/<name>.ts`, name it in `handlers.ts`.
 */
import type { ManageInputOf, ManageOperationName, ManageOutputOf } from '@switchyard/contract';
import type { Result } from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { DeepReadonly } from '../domain/deep-readonly.ts';
import type { Failure } from '../domain/failure.ts';
import type { IdPrefix } from '../domain/ids.ts';
import type { AuditSummary } from '../domain/manage/audit.ts';
import type { Caller } from '../domain/manage/caller.ts';
import type { Engines } from '../routing/engines.ts';
import type { Database, Transaction } from '../store/database.ts';
import type { Keyring } from '../store/keyring.ts';
import type { MasterKeys } from '../store/master-keys.ts';
import type { OrganisationKeys } from '../store/organisation-keys.ts';
import type { ManagedEnvironment } from '../store/organisations.ts';
import type { WorkflowDeps } from '../workflows/deps.ts';
import type { TestEventDeps } from '../workflows/webhooks/send-test-event.ts';
import type { SignInWait } from './admit-sign-in.ts';

export interface ManageDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly organisationKeys: OrganisationKeys;
  readonly masterKeys: MasterKeys;
  readonly pepper: Buffer;
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  readonly rails: readonly RailListing[];
  readonly engines: Engines;
  readonly workflows: WorkflowDeps;
  readonly webhooks: TestEventDeps;
  /** Few statistics are counted at once; undefined when no turn came in time. It is given back by calling it. */
  readonly takeStatisticsTurn: () => Promise<(() => void) | undefined>;
  readonly signInWaitS: SignInWait;
}

/** A call by somebody who is known and whose role covers it. */
export interface KnownCall {
  readonly deps: ManageDeps;
  readonly caller: Caller;
  readonly requestId: string;
  readonly now: Date;
}

export interface Work<N extends ManageOperationName> extends KnownCall {
  /** The one in the path; undefined where the path names none. */
  readonly environment: EnvironmentOf<N>;
}

/** A call by anyone. */
export interface OpenWork {
  readonly deps: ManageDeps;
  readonly address: string;
  readonly requestId: string;
  readonly now: Date;
}

type EnvironmentOf<N extends ManageOperationName> =
  ManageInputOf<N> extends { readonly params: { readonly environment: string } }
    ? ManagedEnvironment
    : undefined;

/** An operation's output as we make it: nobody changes it after it was presented. */
export type Presented<N extends ManageOperationName> = DeepReadonly<ManageOutputOf<N>>;

/** What a write has done, and what is to be said of it. */
export interface Changed<N extends ManageOperationName> {
  readonly output: Presented<N>;
  readonly audit: {
    /** The id of what was changed. */
    readonly subject: string;
    /** What changed of it. No secret, no personal data. */
    readonly summary: AuditSummary;
  };
  readonly session?: SessionChange;
  /** Told once it is durable, and waited for before the answer leaves. */
  readonly committed?: () => Promise<void>;
}

/** What becomes of the caller's cookie. */
export type SessionChange = { readonly secret: string; readonly expiresAt: Date } | 'ended';

export type ReadOutcome<N extends ManageOperationName> = Promise<Result<Presented<N>, Failure>>;
export type WriteOutcome<N extends ManageOperationName> = Promise<Result<Changed<N>, Failure>>;

export type ManageHandler<N extends ManageOperationName> =
  | { readonly kind: 'read'; run(work: Work<N>, input: ManageInputOf<N>): ReadOutcome<N> }
  | {
      /** All its work is in the transaction it is given: the environment's, or the organisation's where there is none. */
      readonly kind: 'write';
      run(work: Work<N>, tx: Transaction, input: ManageInputOf<N>): WriteOutcome<N>;
    }
  | {
      /** A write that has to ask around first, a provider perhaps: planned without a transaction, then written in one. */
      readonly kind: 'planned';
      plan(work: Work<N>, input: ManageInputOf<N>): Promise<Result<Plan<N>, Failure>>;
    }
  | {
      /** For anyone; it finds out by itself who that is. */
      readonly kind: 'open';
      run(work: OpenWork, input: ManageInputOf<N>): Promise<Result<Opened<N>, Failure>>;
    };

export interface Plan<N extends ManageOperationName> {
  /** Where the write happens, if not where the call is about. */
  readonly environmentId?: string;
  write(tx: Transaction): WriteOutcome<N>;
}

export interface Opened<N extends ManageOperationName> {
  readonly output: Presented<N>;
  readonly session: SessionChange;
}
