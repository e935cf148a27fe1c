/**
 * Moving money from the payer's own account at the payer's bank. The host commits a row for the operation before `start`
 * is called, and its `key` is the provider's idempotency key: the same on every resend, another for every operation.
 */
import type { Amount } from '@switchyard/engine';
import type { Absent, Done, Failed, Processing, Refused, RequiresAction } from '../answer.ts';
import type { Json } from '../json.ts';
import type { Channel, Party, Psu } from '../parties.ts';
import type { SettlementScheme } from '../settlement-scheme.ts';
import type { Statement } from './statement.ts';

export interface Payment {
  readonly facts: PaymentFacts;
  /** May move money: whatever is not a clear answer is `unknown_outcome`. */
  start(order: PaymentOrder): Promise<PaymentStep>;
  /** The user is back from approving. Whether this call can move money is `facts.movesMoneyOn`. */
  resume(input: {
    readonly order: PaymentOrder;
    readonly memo: Json;
    readonly returnParams?: Readonly<Record<string, string>>;
    readonly sdkResult?: Readonly<Record<string, string>>;
  }): Promise<PaymentStep>;
  /** How it stands. Without a memo the operation is looked up by its key, where the provider can. */
  query(input: { readonly order: PaymentOrder; readonly memo?: Json }): Promise<PaymentStep | Absent>;
  /** Asks the provider to stop. `processing` means that it was heard and not yet decided. */
  cancel?(input: { readonly order: PaymentOrder; readonly memo: Json }): Promise<PaymentStep>;
  /** Where the provider lists what it made. */
  readonly statement?: Statement;
  /** Rails that number their own operations, as chains do with nonces. Then `start` broadcasts what was prepared. */
  readonly sequenced?: SequencedPayment;
  /** Where it has the key of a wallet: what that can send, and the one address it pays from. */
  readonly wallet?: { readonly assets: readonly string[]; payto(): Promise<string> };
}

/** What the host must know to be safe. */
export interface PaymentFacts {
  readonly schemes: readonly SettlementScheme[];
  /** How long the provider recognises a key it has seen; `undefined` when it has no idempotency: then never resent. */
  readonly idempotencyRetentionMs: number | undefined;
  /** After how long "not found" begins to prove that nothing happened; `undefined` when it never does. */
  readonly absenceHorizonMs: number | undefined;
  /** The provider's statuses that are reported as `done`. */
  readonly settledStatuses: readonly string[];
  readonly finality: 'accepted' | 'credited' | 'confirmations';
  /** The call after which money may move without anything more from us. */
  readonly movesMoneyOn: 'start' | 'resume';
  readonly reference: { readonly max: number; readonly pattern: RegExp };
}

export interface PaymentOrder {
  /** A UUID. */
  readonly key: string;
  readonly amount: Amount;
  readonly scheme: SettlementScheme;
  readonly payer: Party;
  readonly payee: Party;
  readonly reference?: string;
  readonly returnUri: string;
  readonly state: string;
  readonly channel: Channel;
  readonly psu?: Psu;
  /** What `sequenced.prepare` made for this order, stored before anything is sent. */
  readonly prepared?: Json;
}

export type PaymentStep = RequiresAction | Processing | Done<PaymentMade> | Refused | Failed;

export interface PaymentMade {
  /** The provider's own reference. */
  readonly ref: string;
  readonly providerStatus: string;
  /** ISO 20022, where the provider's word is one or has one. */
  readonly isoStatus?: string;
  readonly memo: Json;
  /** What the provider took from the amount or charges us, where it says so. */
  readonly fee?: Amount;
}

/**
 * `reserve` asks the provider for the next number and today's terms; the host then takes a number under a row lock,
 * `prepare` makes the final bytes without any call, and these are stored before they are sent. Only stored bytes are
 * ever sent again.
 */
export interface SequencedPayment {
  reserve(
    order: PaymentOrder,
  ): Promise<Done<{ readonly sequence: number; readonly terms: Json }> | Refused | Failed>;
  prepare(input: {
    readonly order: PaymentOrder;
    readonly sequence: number;
    readonly terms: Json;
  }): Promise<Prepared>;
}

export interface Prepared {
  readonly memo: Json;
  /** By what the provider will call it: a transaction hash is known before it is sent. */
  readonly ref: string;
}
