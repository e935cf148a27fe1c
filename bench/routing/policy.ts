/** How something that routes looks from the simulation: asked before each payment, told when an outcome is known. */
import type { Payment, World } from './world.ts';

export interface RoutingPolicy {
  /** The index of a rail, one of the candidates. */
  readonly choose: (payment: Payment, candidates: readonly number[], carried: readonly number[]) => number;
  readonly learn: (feedback: Feedback) => void;
}

export interface Feedback {
  readonly payment: Payment;
  readonly rail: number;
  readonly succeeded: boolean;
  readonly latencyMs: number;
  readonly reportedAtMs: number;
}

export interface PolicyMaker {
  readonly id: string;
  /** The seed is the policy's own luck: exploration and ties. Only the oracle may look at the world's truth. */
  readonly create: (world: World, seed: number) => RoutingPolicy;
}
