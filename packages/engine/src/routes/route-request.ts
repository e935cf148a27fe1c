/** What route finding is asked. */
import type { AmountOnWire } from '../amount.ts';
import type { Channel, LegKind, Preference } from '../vocabulary.ts';

export interface RouteRequest {
  readonly from: RouteEnd;
  readonly to: RouteEnd;
  /** What the payee receives when its account takes the asset; otherwise what the payer sends. */
  readonly amount: AmountOnWire;
  readonly preference?: Preference;
  /** Routes over this rail come first; none is left out for it. */
  readonly preferRail?: string;
  readonly channel: Channel;
  /** Answers to what an earlier call wanted. */
  readonly fxQuotes?: readonly RouteFxAnswer[];
  /** Only the route over these legs is looked for: whether one that was quoted can still be had, and at what terms. */
  readonly along?: readonly RouteStep[];
}

/** A leg by where it leads, as `LegTerms` names it. */
export interface RouteStep {
  readonly kind: LegKind;
  readonly connection: string;
  readonly scheme: string;
}

/** An account as routes see it: nothing of its address but the scheme. */
export interface RouteEnd {
  /** Its id. */
  readonly account: string;
  readonly country?: string;
  /** Of its payto address. */
  readonly scheme: string;
  /** What it can send or receive. */
  readonly assets: readonly string[];
  readonly institution?: string;
  /** The connections that it has been linked through. */
  readonly links: readonly string[];
}

export interface RouteContext {
  readonly nowMs: number;
}

/** A rate that a provider has to be asked for before a route can be priced. Exactly one side is fixed. */
export interface WantedFxQuote {
  readonly connection: string;
  readonly rail: string;
  /** The same question has the same key; the answer carries it. */
  readonly key: string;
  readonly fixed: 'send' | 'receive';
  /** The fixed side: what leaves the balance, or what there is afterwards. */
  readonly amount: AmountOnWire;
  /** The asset of the other side. */
  readonly otherAsset: string;
}

/** `send` is all that leaves the balance, the fee included; `receive` is what there is afterwards. */
export interface FetchedFxQuote {
  readonly key: string;
  readonly send: AmountOnWire;
  readonly receive: AmountOnWire;
  /** In the asset of either side. */
  readonly fee: AmountOnWire;
  /** Units of the received asset for one of the sent, as the provider writes it. */
  readonly rate: string;
  readonly mid?: string;
  /** Absent when the rate is not held. */
  readonly lockedUntilMs?: number;
  /** Whatever the caller finds its own record by; handed back with the route. */
  readonly ref: string;
}

/** The provider was asked and has no rate for us. */
export interface RefusedFxQuote {
  readonly key: string;
  readonly unavailable: true;
}

export type RouteFxAnswer = FetchedFxQuote | RefusedFxQuote;
