/** Everything this Wise remembers of a business. Records change in place, as rows in a database would. */
import type { Table } from '../../state/table.ts';
import type { PaymentScript } from '../../world/payment-script.ts';
import type { World } from '../../world/world.ts';
import type { Business } from './business.ts';
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
  /** Its terms: how it stands is told by the quote itself. */
  readonly quote: Readonly<Omit<Quote, 'status'>>;
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
  readonly currency: string;
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
  readonly business: Business;
  readonly nextId: () => number;
  readonly quotes: Table<Quote>;
  readonly recipients: Table<Recipient>;
  readonly transfers: Table<Transfer>;
  /** By currency. */
  readonly balances: Table<Balance>;
  /** Of all balances, the oldest first. */
  readonly lines: Table<StatementLine>;
  readonly subscriptions: Table<Subscription>;
  /** Transfers whose funding was answered 500 on purpose. */
  readonly failedFundings: Table<true>;
}

/** Ten million of each: enough for a long day of payouts that nobody pays in for. */
export const OPENING_BALANCE_MINOR = 1_000_000_000n;

export function createState(world: World, business: Business): State {
  const nextId = createIds(world, business);
  return {
    world,
    business,
    nextId,
    quotes: world.table(`${business.id}/quotes`),
    recipients: world.table(`${business.id}/recipients`, 'fixed'),
    transfers: world.table(`${business.id}/transfers`),
    balances: openBalances(world, business, nextId),
    lines: world.table(`${business.id}/lines`, 'fixed'),
    subscriptions: world.table(`${business.id}/subscriptions`, 'fixed'),
    failedFundings: world.table(`${business.id}/failed-fundings`, 'fixed'),
  };
}

/**
 * Ids are numbers here. They start somewhere else in every life that begins with nothing, so that an old one never gets a
 * new meaning, and go on where an earlier life left them.
 */
function createIds(world: World, business: Business): () => number {
  const ids = world.table<number>(`${business.id}/ids`, 'fixed');
  const first = Number.parseInt(world.uuid().slice(0, 8), 16) * 100_000;
  return () => {
    const id = (ids.get('last') ?? first) + 1;
    ids.set('last', id);
    return id;
  };
}

function openBalances(world: World, business: Business, nextId: () => number): Table<Balance> {
  const balances = world.table<Balance>(`${business.id}/balances`);
  for (const currency of CURRENCIES) {
    if (balances.has(currency)) continue;
    const amountMinor = OPENING_BALANCE_MINOR;
    balances.set(currency, { id: nextId(), currency, createdAtMs: world.now(), amountMinor });
  }
  return balances;
}
