/** Everything this Wise remembers, in memory. Records change in place, as rows in a database would. */
import type { PaymentScript } from '../../world/payment-script.ts';
import type { World } from '../../world/world.ts';
import { CURRENCIES, type Pricing } from './pricing.ts';

export interface Quote extends Pricing {
  readonly id: string;
  readonly sourceCurrency: string;
  readonly targetCurrency: string;
  readonly provided: 'SOURCE' | 'TARGET';
  readonly preferredPayIn: string;
  readonly payOut: string;
  readonly createdAtMs: number;
  readonly rateExpiresAtMs: number;
  readonly expiresAtMs: number;
  status: 'PENDING' | 'ACCEPTED' | 'FUNDED';
}

export interface Recipient {
  readonly id: number;
  readonly currency: string;
  readonly type: string;
  readonly holderName: string;
  readonly legalType: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly country: string;
  /** As the world knows account numbers. */
  readonly number: string;
}

export type TransferStatus =
  | 'incoming_payment_waiting'
  | 'processing'
  | 'funds_converted'
  | 'outgoing_payment_sent'
  | 'bounced_back'
  | 'cancelled'
  | 'funds_refunded';

export interface Transfer {
  readonly id: number;
  readonly customerTransactionId: string;
  readonly quote: Quote;
  readonly recipient: Recipient;
  readonly reference: string;
  readonly script: PaymentScript;
  readonly createdAtMs: number;
  status: TransferStatus;
  funding: { readonly id: number; readonly atMs: number } | undefined;
  /** The payee's bank has sent the money back. */
  hasBounced: boolean;
}

export interface StatementLine {
  readonly type: 'CREDIT' | 'DEBIT';
  readonly atMs: number;
  /** Below zero for debits. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly balanceMinor: bigint;
  readonly referenceNumber: string;
  readonly details: Readonly<Record<string, string>>;
}

export interface Balance {
  readonly id: number;
  readonly currency: string;
  readonly createdAtMs: number;
  amountMinor: bigint;
  readonly lines: StatementLine[];
}

export interface Subscription {
  readonly id: string;
  readonly name: string;
  readonly triggerOn: string;
  readonly version: string;
  readonly url: string;
  readonly createdAtMs: number;
}

export interface State {
  readonly world: World;
  readonly nextId: () => number;
  readonly quotes: Map<string, Quote>;
  readonly recipients: Map<number, Recipient>;
  readonly transfers: Map<number, Transfer>;
  /** By currency. */
  readonly balances: ReadonlyMap<string, Balance>;
  readonly subscriptions: Map<string, Subscription>;
  /** Transfers whose funding was answered 500 on purpose. */
  readonly failedFundings: Set<number>;
}

/** Ten million of each: enough for a long day of payouts that nobody pays in for. */
export const OPENING_BALANCE_MINOR = 1_000_000_000n;

export function createState(world: World): State {
  const nextId = createIds(world.uuid());
  const createdAtMs = world.now();
  return {
    world,
    nextId,
    quotes: new Map(),
    recipients: new Map(),
    transfers: new Map(),
    balances: new Map(
      CURRENCIES.map((currency) => [
        currency,
        { id: nextId(), currency, createdAtMs, amountMinor: OPENING_BALANCE_MINOR, lines: [] },
      ]),
    ),
    subscriptions: new Map(),
    failedFundings: new Set(),
  };
}

/** Ids are numbers here. They start somewhere else in every life, so that an old one never gets a new meaning. */
function createIds(uuid: string): () => number {
  let last = Number.parseInt(uuid.slice(0, 8), 16) * 100_000;
  return () => {
    last += 1;
    return last;
  };
}
