import type { Hop, Place } from './hops.ts';
import type { JudgedLeg } from './judge-leg.ts';
import type { Plan } from './plans.ts';

/** A way that has been carried through: all that is known of it, before it is compared with others. */
export interface Way {
  readonly plan: Plan;
  readonly place: Place;
  readonly converted: boolean;
  readonly legs: readonly CarriedLeg[];
  /** What the client is invoiced and what the exchange takes, in millionths; absent when it cannot be compared. */
  readonly costMicro: bigint | undefined;
  /** Cost, risk and time together; what is not known counts nothing. */
  readonly expectedMicro: bigint;
  readonly p50AtMs: number;
  readonly p95AtMs: number;
  readonly successPpm: number;
}

export interface CarriedLeg {
  readonly hop: Hop;
  readonly send: bigint;
  readonly sendAsset: string;
  readonly receive: bigint;
  readonly receiveAsset: string;
  readonly judged: JudgedLeg;
  readonly p50AtMs: number;
  readonly p95AtMs: number;
}
