/**
 * What all emulated providers share: the banks and their customers' accounts, the clock, what is to go wrong, and the way
 * out for webhooks. What is in its tables, and what is scheduled, survives a restart of a simulator that has a file for it;
 * the rest a provider makes anew whenever it is created.
 */
import type { Table, TableKind } from '../state/table.ts';
import type { Bank, BankAccount } from './bank.ts';
import type { PaymentScript, PaymentTraits } from './payment-script.ts';

export interface World {
  /** `http://127.0.0.1:4401`, without a trailing slash. */
  readonly baseUrl: string;
  readonly now: () => number;
  readonly uuid: () => string;
  /** What a provider remembers. Names start with the provider's: `truelayer/payments`. */
  readonly table: <T>(name: string, kind?: TableKind) => Table<T>;
  /** Who does scheduled work of that name. A provider registers all of its own when it is created. */
  readonly onDue: (name: string, work: (subject: string) => void | Promise<void>) => void;
  /** Has the work of that name done once, after so many milliseconds, also when there is a restart in between. */
  readonly schedule: (name: string, delayMs: number, subject: string) => void;
  /** Runs once, after so many milliseconds; nothing of it survives `stop`. */
  readonly later: (delayMs: number, work: () => void | Promise<void>) => void;
  readonly banks: Banks;
  /** What should happen to a payment with these traits. Without a wish in them: success within seconds. */
  readonly scriptFor: (traits: PaymentTraits) => PaymentScript;
  readonly money: Money;
  readonly webhooks: WebhookSender;
  /** Told by the control API: a consent that its holder withdrew at the bank. The provider registers who listens. */
  readonly onRevoke: (provider: string, listener: (ref: string) => void) => void;
}

export interface Banks {
  all(filter?: { readonly country?: string }): readonly Bank[];
  byId(id: string): Bank | undefined;
  /** The accounts of the one person that lives in this world, at that bank. */
  accountsAt(bank: string): readonly BankAccount[];
  account(id: string): BankAccount | undefined;
  /** By IBAN, or by `sortcode-account`, `routing-account`, all without spaces. */
  accountByNumber(number: string): BankAccount | undefined;
}

/** Balances of simulated accounts, in minor units. Transfers to accounts elsewhere simply leave this world. */
export interface Money {
  balanceOf(account: string): bigint;
  /** False, and nothing moved, when the balance is too small. */
  withdraw(account: string, amountMinor: bigint): boolean;
  deposit(account: string, amountMinor: bigint): void;
  /** Money paid to an account number of a provider's own (a transit account) is told to whoever watches it. */
  watchCredits(number: string, listener: (credit: IncomingCredit) => void): void;
  /** Pays to any account number: of this world, watched, or foreign. */
  payTo(number: string, credit: IncomingCredit): void;
}

export interface IncomingCredit {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly reference: string;
  readonly payerName: string;
}

/** The headers that sign a delivery. They are made for each sending, because signatures carry their time. */
export type SignWebhook = (delivery: {
  readonly url: string;
  readonly body: string;
}) => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;

export interface WebhookSender {
  /** Who signs a provider's webhooks. A provider tells it when it is created. */
  signWith(provider: string, sign: SignWebhook): void;
  /**
   * Sends now, or as the script says: late, twice, never, or after the next one of the same payment. Failed deliveries are
   * tried again a few times, and what a restart interrupts is sent after it.
   */
  send(input: {
    readonly provider: string;
    readonly url: string;
    readonly body: string;
    /** In place of what `signWith` was given, until a restart. */
    readonly sign?: SignWebhook;
    readonly script?: Pick<PaymentScript, 'webhooks'>;
    /** What deliveries are about: reordering happens among those with the same subject. */
    readonly subject: string;
  }): void;
}
