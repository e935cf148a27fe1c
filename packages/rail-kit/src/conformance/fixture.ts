/**
 * What an adapter's author brings to the suite: the adapter, the provider it speaks to (the simulator, or the real sandbox),
 * and how a user of that provider behaves. The suite brings the rules.
 */
import type { RailRole } from '@switchyard/engine';
import type { Action } from '../action.ts';
import type { RailModule } from '../rail.ts';
import type { LinkStart } from '../roles/bank-link.ts';
import type { PaymentOrder } from '../roles/payment.ts';
import type { PayoutOrder } from '../roles/payout.ts';
import type { WebhookDelivery } from '../roles/webhook.ts';

export interface RailFixture<Credentials> {
  readonly module: RailModule<Credentials>;
  readonly rail: string;
  /** Of the catalogue's entry. */
  readonly listedRoles: readonly RailRole[];
  readonly credentials: Credentials;
  /** Texts that must reach no output: keys, account numbers, names. */
  readonly confidential: readonly string[];
  /** Every status the provider documents, and what our translation makes of it. */
  readonly statuses: readonly DocumentedStatuses[];
  readonly link?: LinkFixture;
  readonly payment?: PaymentFixture;
  readonly payout?: PayoutFixture;
  readonly webhook?: WebhookFixture;
  /** Stops the provider. */
  release(): Promise<void>;
}

export interface DocumentedStatuses {
  readonly of: string;
  readonly documented: readonly string[];
  /** Must answer something for each, and must not take an unknown word for success. */
  readonly translate: (status: string) => { readonly kind: string } | undefined;
}

/** What comes back when the user has done what an action asks. */
export interface UserReturn {
  readonly returnParams?: Readonly<Record<string, string>>;
  readonly sdkResult?: Readonly<Record<string, string>>;
}

export interface LinkFixture {
  start(): Omit<LinkStart, 'key' | 'state'>;
  approve(action: Action): Promise<UserReturn>;
  decline(action: Action): Promise<UserReturn>;
}

export interface PaymentFixture {
  order(): Omit<PaymentOrder, 'key' | 'state'>;
  approve(action: Action): Promise<UserReturn>;
  decline?(action: Action): Promise<UserReturn>;
  /** Purposes of the calls that can move money, or bind the user to move it. */
  readonly moneyPurposes: readonly string[];
  /** How many payments the provider has made or prepared for this key. */
  countAtProvider(key: string): Promise<number>;
}

export interface PayoutFixture {
  order(): Omit<PayoutOrder, 'key'>;
  readonly moneyPurposes: readonly string[];
  countAtProvider(key: string): Promise<number>;
}

export interface WebhookFixture {
  /** One as the provider would send it. */
  genuine(): Promise<WebhookDelivery>;
  /** The same, signed with a key that is not the provider's. */
  forged(): Promise<WebhookDelivery>;
  /** How old a delivery may be; undefined when the provider does not date them. */
  readonly ageMaxMs?: number;
}
