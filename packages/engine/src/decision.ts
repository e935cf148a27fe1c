/** What the engine is asked and what it answers. Explanations are keys and values; `sentences.ts` has the words. */
import type { AmountOnWire } from './amount.ts';
import type { EngineExplanation, EngineKey } from './sentences.ts';
import type { CapabilityId, Channel, Custody, Preference } from './vocabulary.ts';

export interface DecisionRequest {
  readonly operation: CapabilityId;
  readonly amount?: AmountOnWire | AmountBand;
  readonly payer: Party;
  readonly payee?: Party;
  readonly preference?: Preference;
  readonly channel?: Channel;
  readonly constraints?: {
    readonly excludeRails?: readonly string[];
    readonly custodyAdmitted?: readonly Custody[];
  };
}

export interface AmountBand {
  readonly asset: string;
  readonly band: { readonly min: string; readonly max: string };
}

/** One side of the operation, as metadata only. */
export interface Party {
  readonly country: string;
  readonly institution?: string;
  readonly scheme?: string;
  readonly accountRef?: string;
  readonly linkedRails?: readonly string[];
}

/** The two inputs a pure function cannot find out for itself. */
export interface DecisionContext {
  readonly nowMs: number;
  readonly id: string;
}

export type Approach = 'policy' | 'ranked' | 'explored' | 'forced' | 'degraded';

export interface Decision extends Partial<Judgement> {
  readonly operation: CapabilityId;
  readonly outcome: 'routed' | 'no_route';
  readonly rail?: string;
  readonly connection?: string;
  readonly labels: readonly Preference[];
  readonly alternatives: readonly Alternative[];
  readonly excluded: readonly Exclusion[];
  readonly approach: Approach;
  readonly propensityPpm: number;
  readonly preference: Preference;
  readonly explanation: EngineExplanation;
  readonly snapshot: string;
  readonly engineVersion: string;
  readonly expiresAt: string;
}

/** What is said of the chosen rail and of each alternative alike. */
export interface Judgement {
  /** Absent when the price is not known. For a band, its range. */
  readonly cost: AmountOnWire | { readonly min: AmountOnWire; readonly max: AmountOnWire };
  /** Amounts inside the band from which on another rail is the best. */
  readonly breakpoints: readonly AmountOnWire[];
  readonly latency: { readonly p50Ms: number; readonly p95Ms: number };
  readonly reliability: Reliability;
  readonly custody: Custody;
}

export interface Reliability {
  readonly successPpm: number;
  readonly samples: number;
  /** The narrowest cell that had anything to say. */
  readonly basis: 'institution' | 'country' | 'operation' | 'prior';
}

export interface Alternative extends Omit<Partial<Judgement>, 'breakpoints'> {
  readonly rail: string;
  readonly connection: string;
  readonly labels: readonly Preference[];
  /** Its place after the chosen rail, which is 0. */
  readonly rank: number;
  readonly explanation: EngineExplanation;
}

export interface Exclusion {
  readonly rail: string;
  readonly connection: string;
  /** The key of its explanation. */
  readonly code: EngineKey;
  readonly explanation: EngineExplanation;
  readonly fix?: Fix;
}

export const FIX_ACTIONS = [
  'link_account',
  'connect_rail',
  'reauthenticate',
  'change_amount',
  'change_policy',
  'wait',
] as const;

export interface Fix {
  readonly action: (typeof FIX_ACTIONS)[number];
  readonly explanation: EngineExplanation;
  readonly params: Readonly<Record<string, string>>;
}
