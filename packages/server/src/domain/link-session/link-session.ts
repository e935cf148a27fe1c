/**
 * The linking of a customer's bank account. A session is begun with the rails that could do it, best first; the first that
 * answers gets it. From then on it is the provider's and the user's turn, and whatever they do arrives by one of three
 * ways (the user's return, a webhook, our own question), in any order and more than once.
 */
import type { LinkSessionStatus } from '@switchyard/contract';
import type { Channel, ExplanationKey } from '@switchyard/engine';
import type { Action, Json, Psu } from '@switchyard/rail-kit';
import type { MessageKey } from '../../messages/sentences.ts';

export type { LinkSessionStatus };

export interface LinkSession {
  readonly id: string;
  readonly customerId: string;
  readonly country: string;
  readonly institutionId?: string;
  readonly rail: string;
  readonly connectionId: string;
  readonly channel: Channel;
  readonly status: LinkSessionStatus;
  /** Why this rail, in the engine's words or ours. */
  readonly explanation: StoredExplanation;
  readonly candidates: readonly LinkCandidate[];
  readonly accountIds: readonly string[];
  readonly failure?: LinkFailure;
  readonly details: LinkDetails;
  readonly revision: number;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A sentence that was true when it was said: later versions of the service may word it otherwise. */
export interface StoredExplanation {
  readonly key: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly message: string;
}

/** A connection that could link the account, and what its provider calls the bank. */
export interface LinkCandidate {
  readonly connectionId: string;
  readonly rail: string;
  readonly institutionRef?: string;
  readonly explanation: StoredExplanation;
}

export interface LinkFailure {
  readonly code: string;
  readonly explanation: ExplanationKey & { readonly key: MessageKey };
}

/** What is personal or secret in a session, and therefore sealed. */
export interface LinkDetails {
  /** starting: no provider has answered yet. waiting: one has. returned: the user is back and was not heard yet. */
  readonly phase: 'starting' | 'waiting' | 'returned';
  readonly key: string;
  readonly user: string;
  readonly state: string;
  readonly returnUri: string;
  readonly psu?: Psu;
  readonly institutionRef?: string;
  readonly memo?: Json;
  readonly action?: Action;
  /** What the user brought back, until the rail has heard it. */
  readonly returned?: UserReturn;
  /** What was brought back once, as text: the state is good for one return. */
  readonly heard?: string;
}

export interface UserReturn {
  readonly returnParams?: Readonly<Record<string, string>>;
  readonly sdkResult?: Readonly<Record<string, string>>;
}
