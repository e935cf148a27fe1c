/** What an environment's routing consists of, as the store keeps it; a snapshot is cut from it. */
import type {
  AmountLimit,
  CapabilityId,
  ConnectionMode,
  ConnectionStatus,
  Contract,
  Coverage,
  FxRate,
  LatencySketch,
  Policy,
  Price,
  RailRole,
  ReliabilityCell,
  SnapshotConnection,
} from '@switchyard/engine';
import type { ContractPeriod } from './contract-period.ts';

export interface StoredConnection {
  readonly id: string;
  readonly configKey: string;
  /** Its place in the file, by which rails rank where they reach the same bank. 0 where no file has said. */
  readonly position: number;
  readonly rail: string;
  readonly mode: ConnectionMode;
  readonly status: ConnectionStatus;
  readonly body: ConnectionBody;
}

/** The last fields are what its adapter can do with money, as it said when it was connected. */
export interface ConnectionBody
  extends Pick<SnapshotConnection, 'payment' | 'payout' | 'fx' | 'transit' | 'onChain'> {
  readonly label: string;
  readonly roles: readonly RailRole[];
  readonly countries: readonly string[];
  readonly operations: readonly CapabilityId[];
  readonly limits: readonly AmountLimit[];
  readonly declaredLatency?: { readonly p50Ms: number; readonly p95Ms: number };
}

export interface StoredContract {
  readonly id: string;
  readonly connectionId: string;
  readonly body: ContractBody;
}

/** The engine's contract, with the length of its period in place of one period's dates and usage. */
export interface ContractBody extends Pick<Contract, 'basis' | 'asset' | 'mode' | 'tiers' | 'commitment'> {
  readonly period: ContractPeriod;
  /** Its name in the configuration; contracts of early days have none. */
  readonly key?: string;
}

export interface ContractUsage {
  readonly contractId: string;
  readonly periodStart: Date;
  readonly used: string;
}

export interface StoredSketch {
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly sketch: LatencySketch;
}

export interface Routing {
  readonly connections: readonly StoredConnection[];
  readonly prices: readonly Price[];
  readonly contracts: readonly StoredContract[];
  readonly usage: readonly ContractUsage[];
  readonly policy: Policy;
  readonly fx: readonly FxRate[];
  readonly coverage: readonly Coverage[];
  readonly reliability: readonly ReliabilityCell[];
  readonly latency: readonly StoredSketch[];
}

/** What an environment pays, and how far its contracts are used. */
export type Pricing = Pick<Routing, 'connections' | 'prices' | 'contracts' | 'usage'>;

/** What has been seen of an environment's rails, and the policy that judges it. */
export type Measured = Pick<Routing, 'policy' | 'reliability' | 'latency'>;
