/** Paying from a balance that the provider holds for us, and seeing money arrive on it. */
import type { Amount } from '@switchyard/engine';
import type { Absent, Done, Failed } from '../answer.ts';
import type { Json } from '../json.ts';
import type { Party } from '../parties.ts';
import type { SettlementScheme } from '../settlement-scheme.ts';
import type { PaymentFacts, PaymentStep } from './payment.ts';
import type { Statement } from './statement.ts';

export interface Payout {
  readonly facts: PaymentFacts;
  /** What payees can get. */
  readonly assets: readonly string[];
  /** May move money: whatever is not a clear answer is `unknown_outcome`. */
  start(order: PayoutOrder): Promise<PaymentStep>;
  query(input: { readonly order: PayoutOrder; readonly memo?: Json }): Promise<PaymentStep | Absent>;
  cancel?(input: { readonly order: PayoutOrder; readonly memo: Json }): Promise<PaymentStep>;
  /** Where the provider lists what it made. */
  readonly statement?: Statement;
}

export interface PayoutOrder {
  /** A UUID. */
  readonly key: string;
  /** What the payee gets. */
  readonly amount: Amount;
  /** What the balance is in; another asset than the amount's means conversion under `quote`. */
  readonly sendAsset: string;
  readonly scheme: SettlementScheme;
  readonly payee: Party;
  readonly reference?: string;
  /** The memo of a rate lock that is to be used. */
  readonly quote?: Json;
}

export interface Transit {
  /** What it can hold for us. */
  readonly assets: readonly string[];
  /** How money gets there. */
  readonly schemes: readonly SettlementScheme[];
  /** Where a payer sends money so that it lands on the balance, to be matched by `reference`. */
  collectTo(input: {
    readonly asset: string;
    readonly key: string;
  }): Promise<Done<{ readonly payee: Party; readonly reference: string }> | Failed>;
  /** Money that has really arrived, matched by our reference. Empty when it has not. */
  credits(input: {
    readonly asset: string;
    readonly reference: string;
    readonly sinceMs: number;
  }): Promise<Done<readonly Credit[]> | Failed>;
}

export interface Credit {
  readonly id: string;
  readonly amount: Amount;
  readonly reference: string;
  readonly creditedAtMs: number;
}
