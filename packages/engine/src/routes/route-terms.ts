/** What route finding answers. Explanations are keys and values; `presentRoutes` gives them their words. */
import type { AmountOnWire } from '../amount.ts';
import type { Fix, Reliability } from '../decision.ts';
import type { EngineExplanation, EngineKey } from '../sentences.ts';
import type { CapabilityId, Custody, LegKind, Preference } from '../vocabulary.ts';
import type { WantedFxQuote } from './route-request.ts';

export interface Routes {
  /** Best first, at most `QUOTES_MAX`. */
  readonly quotes: readonly RouteTerms[];
  /** Every connection that serves no quote, once; then the paths of several legs that failed, without `connection`. */
  readonly infeasible: readonly InfeasibleRoute[];
  /** Null when nothing would help or nothing is needed. */
  readonly suggestion: Fix | null;
  /** Rates to ask for and to call again with. Until then the routes that need them are infeasible: `fx.quote_wanted`. */
  readonly wanted: readonly WantedFxQuote[];
}

export type FixedSide = 'send' | 'receive';

/** A priced route. Id, object, digest and createdAt are the service's to add. */
export interface RouteTerms {
  readonly from: string;
  readonly to: string;
  readonly fixed: FixedSide;
  readonly send: AmountOnWire;
  readonly receive: AmountOnWire;
  readonly rank: number;
  readonly labels: readonly Preference[];
  readonly legs: readonly LegTerms[];
  /** Those of all legs, in their order. */
  readonly fees: readonly RouteFee[];
  /** What the client is invoiced, in one asset; null when it is not known. */
  readonly cost: AmountOnWire | null;
  readonly fx?: RouteFx;
  readonly arrival: Arrival;
  readonly reliability: Reliability;
  readonly custody: readonly Custody[];
  readonly returnPolicy: ReturnPolicy;
  readonly referenceMax: number;
  readonly explanation: EngineExplanation;
  readonly snapshot: string;
  readonly expiresAt: string;
  /** Which of the provider's quotes it rests on. Not for the wire. */
  readonly fxQuote?: { readonly sequence: number; readonly key: string; readonly ref: string };
}

/**
 * send − fees in its asset, converted and rounded down, = receive + fees in its asset. Without a conversion that is
 * send = receive + fees.
 */
export interface LegTerms {
  readonly sequence: number;
  readonly kind: LegKind;
  readonly rail: string;
  readonly connection: string;
  readonly capability: CapabilityId;
  /** A settlement scheme, or `INTERNAL_SCHEME` for what happens on a balance. */
  readonly scheme: string;
  readonly send: AmountOnWire;
  readonly receive: AmountOnWire;
  readonly fees: readonly RouteFee[];
  readonly fx?: RouteFx;
  readonly eta: Arrival;
  readonly custody: Custody;
  readonly requiresAction: boolean;
}

export interface RouteFee {
  /** `fx` for what the provider of a conversion takes, `rounding` for what the sums leave over. */
  readonly name: string;
  readonly rail: string;
  readonly amount: AmountOnWire;
}

/** Without `lockedUntil` nobody holds the rate. */
export interface RouteFx {
  readonly rate: string;
  readonly mid: string;
  /** Where `mid` is from: `provider`, `snapshot`, or `rate` when nobody knew one and it is the rate itself. */
  readonly source: string;
  readonly lockedUntil?: string;
}

export interface Arrival {
  readonly p50: string;
  readonly p95: string;
}

export interface ReturnPolicy {
  /** `none_needed`: one leg, which fails as a whole. `to_payer`: what stands in transit goes back. */
  readonly mode: 'none_needed' | 'to_payer';
  readonly explanation: EngineExplanation;
}

export interface InfeasibleRoute {
  readonly rail: string;
  readonly connection?: string;
  /** The path, when more than one leg was tried. */
  readonly legs?: readonly { readonly kind: LegKind; readonly rail: string; readonly connection: string }[];
  /** The key of its explanation. */
  readonly code: EngineKey;
  readonly explanation: EngineExplanation;
  readonly fix?: Fix;
}

export const INTERNAL_SCHEME = 'internal';
export const QUOTES_MAX = 10;
export const INFEASIBLE_PATHS_MAX = 20;
export const LEGS_MAX = 4;
export const QUOTE_LIFETIME_MS = 300_000;
