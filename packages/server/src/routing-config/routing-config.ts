/**
 * An environment's routing configuration as a person writes it: how to choose, between which connections, at what
 * prices. It holds what is decided by people and nothing that is learnt or counted, so it can be written to a file,
 * read into another environment and written again without a difference. What the service adds (ids, versions,
 * salts, usage) stays out.
 */
import type { EventType } from '@switchyard/contract';
import type {
  AmountLimit,
  CapabilityId,
  ConnectionMode,
  Contract,
  Fee,
  FxRate,
  Policy,
  PriceConditions,
} from '@switchyard/engine';
import type { ContractPeriod } from '../domain/contract-period.ts';

export interface RoutingConfig {
  readonly policy: PolicyConfig;
  readonly connections: readonly ConnectionConfig[];
  readonly fx: readonly FxRate[];
  readonly coverage: CoverageConfig;
  /** Absent: the file has nothing to do with them. */
  readonly webhooks?: readonly WebhookConfig[];
}

/** Where events are sent to. It is known by its URL; its secret is made by the service. */
export interface WebhookConfig {
  readonly url: string;
  readonly description: string;
  /** Absent: all of them. */
  readonly types?: readonly EventType[];
  readonly status: 'enabled' | 'disabled';
}

export type PolicyConfig = Omit<Policy, 'id' | 'version' | 'salt'>;

/** `degraded` is missing: it is what the service finds out, not what anyone sets. */
export const SETTABLE_STATUSES = ['pending', 'ready', 'disabled'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

export interface ConnectionConfig {
  /** Its name in the file, by which the next import knows it again. */
  readonly key: string;
  readonly rail: string;
  readonly label: string;
  /** route: called by the service, with credentials. decide: only decided about. */
  readonly mode: ConnectionMode;
  /** Where each credential is to be found: references, never a secret itself. Absent: those that are there stay. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly status: SettableStatus;
  /** Narrows the rail's countries; empty means all of them. */
  readonly countries: readonly string[];
  /** Narrows the rail's capabilities; empty means all of them. */
  readonly operations: readonly CapabilityId[];
  readonly limits: readonly AmountLimit[];
  readonly declaredLatency?: { readonly p50Ms: number; readonly p95Ms: number };
  /** In order: the first whose conditions hold is the price. */
  readonly prices: readonly PriceConfig[];
  readonly contracts: readonly ContractConfig[];
}

export interface PriceConfig {
  readonly when: PriceConditions;
  /** Under a contract, the tiers say what is fixed and how many basis points, and here both are 0. */
  readonly fee: Fee;
  /** The key of one of the connection's contracts. */
  readonly contract?: string;
}

/** A connection as somebody wrote it, before anything was checked or filled in. */
export type ConnectionDraft = Omit<ConnectionConfig, 'prices' | 'contracts'> & {
  readonly prices: readonly PriceDraft[];
  readonly contracts: readonly ContractDraft[];
};

export interface PriceDraft {
  readonly when?: PriceConditions;
  readonly fee: Pick<Fee, 'asset' | 'min' | 'max'> & Partial<Pick<Fee, 'fixed' | 'bps'>>;
  readonly contract?: string;
}

export type ContractDraft = Omit<ContractConfig, 'tiers'> & {
  readonly tiers: readonly { readonly from: string; readonly fixed?: string; readonly bps?: number }[];
};

export type ContractConfig = Pick<Contract, 'basis' | 'asset' | 'mode' | 'tiers' | 'commitment'> & {
  readonly key: string;
  /** A calendar month, quarter or year. */
  readonly period: ContractPeriod;
};

/** Which rails reach a bank follows from the connections; only what a bank does not allow must be said. */
export interface CoverageConfig {
  readonly restrictions: readonly Restriction[];
}

export interface Restriction {
  /** An institution's id. */
  readonly institution: string;
  readonly rail: string;
  readonly operations: readonly CapabilityId[];
}
