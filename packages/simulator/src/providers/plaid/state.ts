/** Everything the emulated Plaid remembers. Records change in place, as rows in a database would. */
import type { Table } from '../../state/table.ts';
import type { BankAccount } from '../../world/bank.ts';
import type { PaymentScript } from '../../world/payment-script.ts';
import type { World } from '../../world/world.ts';
import type { PlaidErrorBody } from './errors.ts';
import type { Fields } from './read-body.ts';

export interface LinkToken {
  readonly token: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly clientName: string;
  readonly language: string;
  readonly countries: readonly string[];
  readonly products: readonly string[];
  readonly webhook: string | undefined;
  readonly redirectUri: string | undefined;
  readonly institutionId: string | undefined;
  /** Absent when the token is for the SDK. */
  readonly hosted: { readonly completionUri: string | undefined } | undefined;
  /** What the session approves; absent when it links an account. */
  readonly paymentId: string | undefined;
  session?: LinkSession;
}

export interface LinkSession {
  readonly id: string;
  readonly startedAtMs: number;
  finishedAtMs?: number;
  publicToken?: string;
  exit?: { readonly error: PlaidErrorBody | null; readonly status: string };
}

export interface Item {
  readonly id: string;
  readonly accessToken: string;
  readonly institutionId: string;
  readonly institutionName: string;
  readonly products: readonly string[];
  readonly webhook: string | undefined;
  readonly createdAtMs: number;
  readonly consentExpiresAtMs: number | undefined;
  /** By Plaid's account id. */
  readonly accounts: ReadonlyMap<string, BankAccount>;
  error: PlaidErrorBody | null;
}

export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly iban: string | null;
  readonly bacs: { readonly account: string; readonly sort_code: string } | null;
}

export interface Payment {
  readonly id: string;
  readonly recipient: Recipient;
  readonly reference: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly scheme: string | null;
  readonly payer: { readonly iban: string | null; readonly bacs: Recipient['bacs'] };
  status: string;
  updatedAtMs: number;
  webhook: string | undefined;
  /** What the payer agreed to, once that is done. */
  approval: { readonly account: BankAccount; readonly script: PaymentScript } | undefined;
}

export interface Authorization {
  readonly id: string;
  readonly accessToken: string;
  readonly accountId: string;
  readonly account: BankAccount;
  readonly createdAtMs: number;
  readonly decision: string;
  readonly rationale: string | null;
  readonly type: 'debit' | 'credit';
  readonly network: string;
  readonly achClass: string | undefined;
  readonly amount: string;
  readonly legalName: string;
  readonly ledgerId: string | null;
  transferId?: string;
}

export interface Transfer {
  readonly id: string;
  /** As it was when it was used. */
  readonly authorization: Readonly<Omit<Authorization, 'transferId'>>;
  readonly amount: string;
  readonly description: string;
  readonly metadata: Fields;
  readonly createdAtMs: number;
  readonly script: PaymentScript;
  status: string;
  failureCode: string | null;
}

export interface TransferEvent {
  readonly id: number;
  readonly atMs: number;
  readonly type: string;
  readonly transferId: string;
}

export interface PlaidState {
  readonly linkTokens: Table<LinkToken>;
  readonly publicTokens: Table<{ readonly accessToken: string; readonly expiresAtMs: number }>;
  /** By access token. */
  readonly items: Table<Item>;
  readonly recipients: Table<Recipient>;
  readonly payments: Table<Payment>;
  readonly authorizations: Table<Authorization>;
  /** The id of an authorization, by the key it was asked for with. */
  readonly authorizationsByKey: Table<string>;
  readonly transfers: Table<Transfer>;
  readonly transferEvents: Table<TransferEvent>;
  /** `webhookUrl`, set in the dashboard: where the webhooks of transfers go. */
  readonly dashboard: Table<string>;
}

export function createState(world: World): PlaidState {
  return {
    linkTokens: world.table('plaid/link-tokens'),
    publicTokens: world.table('plaid/public-tokens', 'fixed'),
    items: world.table('plaid/items'),
    recipients: world.table('plaid/recipients', 'fixed'),
    payments: world.table('plaid/payments'),
    authorizations: world.table('plaid/authorizations'),
    authorizationsByKey: world.table('plaid/authorizations-by-key', 'fixed'),
    transfers: world.table('plaid/transfers'),
    transferEvents: world.table('plaid/transfer-events', 'fixed'),
    dashboard: world.table('plaid/dashboard', 'fixed'),
  };
}
