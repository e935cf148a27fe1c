/**
 * What a simulation happens in: payments that arrive, rails that may carry them, and the truth about the rails, which
 * only the oracle is told. A world is made from a seed and never changes while it is simulated.
 */
export interface World {
  readonly rails: readonly SimulatedRail[];
  readonly payments: readonly Payment[];
  /** The true chance that the rail carries the payment, from 0 to 1. */
  readonly successChance: (rail: number, payment: Payment) => number;
  /** When somebody tells how it went, after the rail's own latency. */
  readonly reportDelayMs: (succeeded: boolean) => number;
  /** For the seed's luck: whether a given payment succeeds over a given rail. */
  readonly seed: number;
  readonly incidents: readonly Incident[];
}

export interface SimulatedRail {
  readonly id: string;
  /** In ascending order of `from`, the number of payments the rail has carried; a plain price is one tier from 0. */
  readonly tiers: readonly PriceTier[];
  /** Half of all payments take longer. */
  readonly latencyMs: number;
  /** Before this the rail is not connected. */
  readonly joinsAtMs: number;
}

export interface PriceTier {
  readonly from: number;
  readonly fixedMinor: number;
  readonly bps: number;
}

export interface Payment {
  readonly index: number;
  readonly atMs: number;
  readonly amountMinor: number;
  readonly country: string;
  readonly institution: string;
}

/** When a rail failed, and for whom: policies are timed by how soon they leave it and come back. */
export interface Incident {
  readonly rail: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly country?: string;
  readonly institution?: string;
}

export interface Scenario {
  readonly id: string;
  /** One or two sentences for the report. */
  readonly about: string;
  readonly create: (seed: number, size: Size) => World;
}

export interface Size {
  readonly durationMs: number;
  readonly payments: number;
}

export function concerns(incident: Incident, payment: Payment): boolean {
  return (
    (incident.country === undefined || incident.country === payment.country) &&
    (incident.institution === undefined || incident.institution === payment.institution)
  );
}
