/** A payment along an accepted quote, with its legs: all that is known of it at one moment. */
import type { LegKind, LegStatus, PaymentFailureCode, PaymentIntentStatus } from '@switchyard/contract';
import type { AmountOnWire, CapabilityId, Channel, Custody, ExplanationKey } from '@switchyard/engine';
import type { Action, Json, Party, Psu, SettlementScheme } from '@switchyard/rail-kit';
import type { MessageKey } from '../../messages/sentences.ts';
import type { UserReturn } from '../link-session/link-session.ts';

export type { LegStatus, PaymentIntentStatus };

export interface Payment {
  readonly id: string;
  readonly quoteId: string;
  readonly digest: string;
  readonly customerId?: string;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly send: AmountOnWire;
  readonly receive: AmountOnWire;
  readonly status: PaymentIntentStatus;
  readonly detail: Explained;
  readonly failure?: { readonly code: PaymentFailureCode; readonly explanation: Explained };
  readonly cancelRequested: boolean;
  readonly legs: readonly PaymentLeg[];
  readonly details: PaymentDetails;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Explained = ExplanationKey & { readonly key: MessageKey };

/** What is personal in a payment, and therefore sealed. */
export interface PaymentDetails {
  readonly reference?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly returnUri: string;
  readonly channel: Channel;
  readonly psu?: Psu;
}

export interface PaymentLeg {
  readonly id: string;
  readonly sequence: number;
  readonly kind: LegKind;
  readonly rail: string;
  readonly connectionId: string;
  readonly capability: CapabilityId;
  readonly scheme: SettlementScheme;
  readonly custody: Custody;
  readonly requiresAction: boolean;
  readonly send: AmountOnWire;
  readonly receive: AmountOnWire;
  readonly fees: readonly LegFee[];
  readonly finality: 'accepted' | 'credited' | 'confirmations';
  readonly status: LegStatus;
  /** Calls that could have moved money. */
  readonly attempts: number;
  readonly providerStatus?: { readonly word: string; readonly iso20022?: string };
  /** What the provider says it took, to be held against the fees that were quoted. */
  readonly charged?: AmountOnWire;
  readonly compensationOf?: string;
  readonly work: LegWork;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface LegFee {
  readonly name: string;
  readonly rail?: string;
  readonly amount: AmountOnWire;
}

/** `rate_lapsed`: nobody holds the rate any more, and a new one would bring the payee less. */
export type LegRefusal = PaymentFailureCode | 'cancelled' | 'rate_lapsed';

/** What it takes to go on; sealed, because memos and actions hold tokens. */
export interface LegWork {
  /** A UUID: the provider's idempotency key, the same on every resend. */
  readonly key: string;
  /** Comes back with the user. */
  readonly state: string;
  /**
   * none: no byte of this leg has left. open: a call that may move money has been begun and its answer has not been written
   * down, so nobody knows. answered: the provider has answered it.
   */
  readonly call: 'none' | 'open' | 'answered';
  /**
   * When it was first begun, and when last: a provider knows a key for so long after the first, and a request travels after the
   * last. Both pass at the provider, so these are by the real time, also where the environment's clock is ahead of it.
   */
  readonly begunMs?: number | undefined;
  readonly sentMs?: number | undefined;
  /** A call before the one that is open, or was last answered, never had an answer: nobody knows what became of it. */
  readonly doubt?: boolean | undefined;
  /**
   * The database came back from a backup while this was open: what was done about it since is not known here. It is asked about, and
   * nothing that moves money by itself is sent before the provider has proved that it knows nothing of it.
   */
  readonly restored?: true | undefined;
  readonly memo?: Json;
  readonly ref?: string;
  readonly prepared?: Json;
  readonly action?: Action | undefined;
  readonly expiresAtMs?: number;
  readonly returned?: UserReturn | undefined;
  readonly heard?: string;
  /** Not to be looked at before. */
  readonly lookAtMs?: number;
  readonly probes: number;
  readonly absences: number;
  readonly outages: number;
  /** The provider has been asked to stop; it is asked once. */
  readonly cancelAsked?: true;
  /** The provider's hold on a rate, and how long it holds. */
  readonly fx?: Json;
  readonly lockedUntilMs?: number;
  /** The rail says that it is done, and the money has still to be seen where the next leg needs it. */
  readonly awaitsCredit?:
    | {
        readonly connectionId: string;
        readonly payee: Party;
        readonly reference: string;
        readonly sinceMs: number;
      }
    | undefined;
  /** What a rail that numbers its own operations said when it was asked for the next number. */
  readonly reserved?: { readonly sequence: number; readonly terms: Json; readonly atMs: number };
  readonly refusal?: LegRefusal;
}
