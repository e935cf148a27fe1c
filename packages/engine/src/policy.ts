/** How an environment wants its rails chosen. Versioned by the service; the engine only reads it. */
import type { CapabilityId, Custody, Preference } from './vocabulary.ts';

export interface Policy {
  readonly id: string;
  readonly version: number;
  /** Used when a request states none. */
  readonly preference: Preference;
  /** What `recommended` weighs, in minor units of `asset`. */
  readonly valuation: Valuation;
  readonly custodyAdmitted: readonly Custody[];
  /** Breaks ties, first is best; rails that are not named come after those that are. */
  readonly railOrder: readonly string[];
  /** Applied in order; see `Rule`. */
  readonly rules: readonly Rule[];
  readonly reliability: ReliabilityPolicy;
  readonly exploration: Exploration;
  /** Mixed into every hash, so that no two environments split alike. */
  readonly salt: string;
}

export interface Valuation {
  readonly asset: string;
  /** What one failed attempt costs: support, a lost customer, another try. */
  readonly failureCost: string;
  /** What an hour of waiting is worth. */
  readonly hourCost: string;
}

export interface ReliabilityPolicy {
  /** Rails under it are left out, unless that would leave none. */
  readonly floorPpm: number;
  /** What is believed of a rail nobody has tried, and how many outcomes that belief is worth. */
  readonly priorPpm: number;
  readonly priorStrength: number;
  /** The time in which half of what was learnt is forgotten. */
  readonly halfLifeMs: number;
}

export interface Exploration {
  /** 0 is off. */
  readonly ratePpm: number;
  /** Never above this amount, in minor units of the valuation asset. */
  readonly amountMax: string;
}

/**
 * When all conditions hold, the rule acts on the rails that are still in the running. `exclude` removes those it
 * names, `require` all others, `prefer` moves them to the front in the order given, `split` draws one of them by
 * its share. The first `prefer` or `split` that matches is the one that counts.
 */
export interface Rule {
  readonly id: string;
  readonly when: RuleConditions;
  readonly then: RuleAction;
}

export interface RuleConditions {
  readonly operations?: readonly CapabilityId[];
  /** The payer's country. */
  readonly countries?: readonly string[];
  /** Of the side that counts for the operation: the payee's for payouts and cross-border transfers, else the payer's. */
  readonly institutions?: readonly string[];
  readonly schemes?: readonly string[];
  readonly assets?: readonly string[];
  /** Minor units of the amount's own asset, both included. */
  readonly amountMin?: string;
  readonly amountMax?: string;
}

export type RuleAction =
  | { readonly type: 'exclude' | 'require' | 'prefer'; readonly rails: readonly string[] }
  | {
      readonly type: 'split';
      readonly shares: readonly { readonly rail: string; readonly percent: number }[];
    };
