/**
 * Everything the engine reads. A snapshot is plain JSON: whole numbers only, money and counts as decimal strings
 * where they may outgrow 2^53, lists in a fixed order, no secret and no personal data. Two machines with the same
 * snapshot decide alike, to the byte.
 */
import type { Policy } from './policy.ts';
import type {
  CapabilityId,
  Custody,
  EnvironmentMode,
  FinalityBasis,
  RailKind,
  RailRole,
  SettlementScheme,
} from './vocabulary.ts';

export interface Snapshot {
  readonly object: 'routing_snapshot';
  readonly version: number;
  /** Over everything but `digest`, `version`, `generatedAt` and `staleAfter`. */
  readonly digest: string;
  readonly environment: EnvironmentMode;
  readonly engineVersion: string;
  readonly generatedAt: string;
  readonly staleAfter: string;
  readonly policy: Policy;
  readonly connections: readonly SnapshotConnection[];
  readonly rails: readonly SnapshotRail[];
  readonly coverage: readonly Coverage[];
  readonly prices: readonly Price[];
  readonly contracts: readonly Contract[];
  readonly reliability: readonly ReliabilityCell[];
  readonly latency: readonly LatencyCell[];
  readonly fx: readonly FxRate[];
  /** The days on which settlement systems rest, weekends aside. Routes read them; decisions do not. */
  readonly calendars: readonly Calendar[];
}

export const CONNECTION_MODES = ['route', 'decide'] as const;
export type ConnectionMode = (typeof CONNECTION_MODES)[number];

export const CONNECTION_STATUSES = ['pending', 'ready', 'degraded', 'disabled'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** A rail as this environment has connected it. One rail may be connected more than once. */
export interface SnapshotConnection {
  readonly id: string;
  readonly rail: string;
  readonly label: string;
  readonly mode: ConnectionMode;
  readonly status: ConnectionStatus;
  readonly roles: readonly RailRole[];
  /** Narrows the rail's countries; empty means all of them. */
  readonly countries: readonly string[];
  /** Narrows the rail's capabilities; empty means all of them. */
  readonly operations: readonly CapabilityId[];
  /** What it can move; empty means that nothing is said. */
  readonly limits: readonly AmountLimit[];
  /** What the provider states, used until enough has been measured. */
  readonly declaredLatency?: { readonly p50Ms: number; readonly p95Ms: number };
  /** What its adapter can do with money. Decisions do not read these; without any of them no route leads over it. */
  readonly payment?: SnapshotPayment;
  readonly payout?: SnapshotPayout;
  readonly fx?: SnapshotFx;
  readonly transit?: SnapshotTransit;
  readonly onChain?: SnapshotOnChain;
}

/** Moves money from the payer's own account. */
export interface SnapshotPayment {
  readonly schemes: readonly SettlementScheme[];
  /** Absent when the schemes say it all. */
  readonly assets?: readonly string[];
  readonly finality: FinalityBasis;
  readonly referenceMax: number;
  /** Pays only from accounts that were linked through this connection. */
  readonly linkedOnly?: boolean;
}

/** Pays out from a balance that the provider holds. */
export interface SnapshotPayout {
  readonly schemes: readonly SettlementScheme[];
  readonly assets: readonly string[];
  readonly referenceMax: number;
}

/** Converts between any two of the assets, at a rate that the provider quotes. */
export interface SnapshotFx {
  readonly assets: readonly string[];
  /** Converts on the balance, as a leg of its own; otherwise the payout converts. */
  readonly standalone?: boolean;
}

/** Money can be collected on its balance over these schemes. */
export interface SnapshotTransit {
  readonly assets: readonly string[];
  readonly schemes: readonly SettlementScheme[];
}

/** Sends tokens from a wallet. */
export interface SnapshotOnChain {
  readonly assets: readonly string[];
  /** Pays only from the wallet that the connection has the key of: an account that is linked to it. */
  readonly linkedOnly?: boolean;
}

/** Amounts in minor units, both ends included. */
export interface AmountLimit {
  readonly asset: string;
  readonly min?: string;
  readonly max?: string;
}

export interface SnapshotRail {
  readonly id: string;
  readonly name: string;
  readonly kind: RailKind;
  readonly schemes: readonly string[];
  readonly custody: readonly Custody[];
  readonly capabilities: readonly { readonly id: CapabilityId; readonly countries: readonly string[] }[];
}

/** Which rails reach an institution. An institution that is not listed says nothing; a listed one says all. */
export interface Coverage {
  readonly institution: string;
  readonly country: string;
  readonly rails: readonly {
    readonly rail: string;
    readonly rank: number;
    /** Operations that this bank does not allow over this rail. */
    readonly restricted: readonly CapabilityId[];
  }[];
}

/**
 * What an operation costs over a connection. The first price of a connection whose conditions all hold is its
 * price; an absent condition holds always. Without one the price is unknown, which is not the same as free.
 */
export interface Price {
  readonly connection: string;
  readonly when: PriceConditions;
  readonly fee: Fee;
  /** The fee is then the contract's, by the tier its usage has reached. */
  readonly contract?: string;
}

export interface PriceConditions {
  readonly operations?: readonly CapabilityId[];
  /** Country and scheme of the side that counts for the operation. */
  readonly countries?: readonly string[];
  readonly schemes?: readonly string[];
  /** Assets of the amount that is moved. */
  readonly assets?: readonly string[];
}

/** fixed + basis points of the amount, rounded up, then held between min and max. All in `asset`. */
export interface Fee {
  readonly asset: string;
  readonly fixed: string;
  readonly bps: number;
  readonly min?: string;
  readonly max?: string;
}

/** Tiers by what a period has seen so far. Their fees are in `asset`; `used` leaves out the payment that is priced. */
export interface Contract {
  readonly id: string;
  readonly connection: string;
  /** Counts payments, or the volume in minor units of `asset`. */
  readonly basis: 'count' | 'volume';
  readonly asset: string;
  /** retroactive: the tier reached holds for the whole payment. marginal: each part is paid at its own tier. */
  readonly mode: 'retroactive' | 'marginal';
  /** In ascending order of `from`; the first begins at 0. */
  readonly tiers: readonly { readonly from: string; readonly fixed: string; readonly bps: number }[];
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly used: string;
  /** What was promised for the period, and how much dearer a rail may be while it is behind. */
  readonly commitment?: { readonly value: string; readonly tolerancePpm: number };
}

/**
 * Successes and failures of a rail, in millionths, faded to `asOf`. The more is said (country, institution), the
 * narrower the cell; cells without these are the ones a narrower cell shrinks to.
 */
export interface ReliabilityCell {
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly country?: string;
  readonly institution?: string;
  readonly successMicro: number;
  readonly failureMicro: number;
  /** How many outcomes ever went in. */
  readonly samples: number;
  readonly asOfMs: number;
}

export interface LatencyCell {
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly samples: number;
}

/** `numerator / denominator` minor units of `to` for one minor unit of `from`. */
export interface FxRate {
  readonly from: string;
  readonly to: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly asOf: string;
}

/** `id` is what settlement profiles call it; days are `YYYY-MM-DD` where the system is. */
export interface Calendar {
  readonly id: string;
  readonly closedDays: readonly string[];
}
