/**
 * Linking a bank account: the user leaves to the provider, agrees or not, and comes back with parameters. The host makes
 * `state`, which must come back among them whatever the provider's own habit is; a provider that has no such parameter
 * gets it inside the return URI.
 */
import type { Done, Failed, Processing, Refused, RequiresAction } from '../answer.ts';
import type { Json } from '../json.ts';
import type { Channel, Psu } from '../parties.ts';

export interface BankLink {
  /** The provider cannot ask the user for the bank itself. */
  readonly needsInstitution: boolean;
  start(input: LinkStart): Promise<LinkStep>;
  /** The user is back. Only called when the host has recognised `state`, or for what an SDK handed over. */
  resume(input: LinkReturn): Promise<LinkStep>;
  /** Asks how it stands, whether or not the user came back; people close tabs. */
  poll(input: { readonly memo: Json }): Promise<LinkStep>;
  /** Whether what was granted still holds. */
  checkConsent(input: { readonly grant: Json }): Promise<ConsentAnswer>;
}

export interface LinkStart {
  /** A UUID of ours, the same when the same start is tried again. */
  readonly key: string;
  /** Our name for the user, opaque and stable, for providers that want one. */
  readonly user: string;
  readonly country: string;
  /** The provider's own reference, from its directory. */
  readonly institution?: string;
  readonly channel: Channel;
  readonly returnUri: string;
  readonly state: string;
  readonly psu?: Psu;
}

export interface LinkReturn {
  readonly memo: Json;
  readonly psu?: Psu;
  readonly returnUri: string;
  /** What the return URI received, verbatim. */
  readonly returnParams?: Readonly<Record<string, string>>;
  readonly sdkResult?: Readonly<Record<string, string>>;
}

export type LinkStep = RequiresAction | Processing | Done<Linked> | Refused | Failed;

export interface Linked {
  readonly grant: Grant;
  /** At least one, or the step is `refused` with `account_unusable`. */
  readonly accounts: readonly LinkedAccount[];
}

export interface Grant {
  /** Tokens and ids; the host keeps it sealed. */
  readonly secret: Json;
  /** By what webhooks call it. */
  readonly ref?: string;
  readonly consentExpiresAtMs?: number;
}

export interface LinkedAccount {
  /** The provider's id of it. */
  readonly id: string;
  readonly payto: string;
  readonly holderName?: string;
  /** `iso4217:…` or CAIP-19. */
  readonly assets: readonly string[];
  readonly institution?: { readonly ref?: string; readonly name?: string };
}

export type ConsentAnswer =
  | Done<{ readonly state: 'valid' | 'expired' | 'revoked'; readonly consentExpiresAtMs?: number }>
  | Failed;
