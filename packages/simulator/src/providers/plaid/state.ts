/** Everything the emulated Plaid remembers. Records change in place, as rows in a database would. */
import type { BankAccount } from '../../world/bank.ts';
import type { PaymentScript } from '../../world/payment-script.ts';
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
}

export interface Authorization {
  readonly id: string;
  readonly item: Item;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly decision: string;
  readonly rationale: string | null;
  readonly type: 'debit' | 'credit';
  readonly network: string;
  readonly achClass: string | undefined;
  readonly amount: string;
  readonly legalName: string;
  readonly ledgerId: string | null;
  transfer?: Transfer;
}

export interface Transfer {
  readonly id: string;
  readonly authorization: Authorization;
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
  readonly transfer: Transfer;
}

export interface PlaidState {
  readonly linkTokens: Map<string, LinkToken>;
  readonly publicTokens: Map<string, { readonly item: Item; readonly expiresAtMs: number }>;
  /** By access token. */
  readonly items: Map<string, Item>;
  readonly recipients: Map<string, Recipient>;
  readonly payments: Map<string, Payment>;
  readonly authorizations: Map<string, Authorization>;
  readonly authorizationsByKey: Map<string, Authorization>;
  readonly transfers: Map<string, Transfer>;
  readonly transferEvents: TransferEvent[];
  /** Set in the dashboard: where the webhooks of transfers go. */
  dashboardWebhook: string | undefined;
}

export function createState(): PlaidState {
  return {
    linkTokens: new Map(),
    publicTokens: new Map(),
    items: new Map(),
    recipients: new Map(),
    payments: new Map(),
    authorizations: new Map(),
    authorizationsByKey: new Map(),
    transfers: new Map(),
    transferEvents: [],
    dashboardWebhook: undefined,
  };
}
