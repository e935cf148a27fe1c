/**
 * Sends every payment of a world where a policy wants it, and tells the policy how it went once that is known. Luck belongs
 * to the payment and the rail, not to the run: two policies that make the same choice get the same outcome.
 */
import { expectedCostMinor, VALUATION } from './expected-cost.ts';
import { createFeedbackQueue } from './feedback-queue.ts';
import type { RoutingPolicy } from './policy.ts';
import { chanceAt } from './random.ts';
import type { Payment, World } from './world.ts';

export interface Run {
  /** By payment: the rail it took, what that was expected to cost, and whether it arrived. */
  readonly rails: readonly number[];
  readonly expectedMinor: readonly number[];
  readonly succeeded: readonly boolean[];
  /** Prices, failures and waiting as they really came. */
  readonly spentMinor: number;
}

export function simulate(world: World, policy: RoutingPolicy): Run {
  const queue = createFeedbackQueue();
  const carried = world.rails.map(() => 0);
  const rails: number[] = [];
  const expectedMinor: number[] = [];
  const succeeded: boolean[] = [];
  let spentMinor = 0;
  for (const payment of world.payments) {
    for (let due = queue.popUntil(payment.atMs); due; due = queue.popUntil(payment.atMs)) policy.learn(due);
    const rail = policy.choose(payment, candidatesAt(world, payment.atMs), carried);
    const chosen = world.rails[rail];
    if (chosen === undefined || chosen.joinsAtMs > payment.atMs) throw new Error(`No rail ${rail} to choose`);
    const chance = world.successChance(rail, payment);
    const isSuccess = chanceAt(world.seed, LUCK, payment.index, rail) < chance;
    const cost = expectedCostMinor(chosen, payment, carried[rail] ?? 0, chance);
    rails.push(rail);
    succeeded.push(isSuccess);
    expectedMinor.push(cost);
    spentMinor += cost + (chance - (isSuccess ? 1 : 0)) * VALUATION.failureMinor;
    carried[rail] = (carried[rail] ?? 0) + 1;
    const latencyMs = latencyOf(world, payment, rail);
    const reportedAtMs = payment.atMs + latencyMs + world.reportDelayMs(isSuccess);
    queue.push({ payment, rail, succeeded: isSuccess, latencyMs, reportedAtMs });
  }
  return { rails, expectedMinor, succeeded, spentMinor };
}

/** Keeps one draw apart from another at the same place. */
const LUCK = 1;
const SLOWNESS = 2;

function candidatesAt(world: World, atMs: number): readonly number[] {
  return [...world.rails.keys()].filter((rail) => (world.rails[rail]?.joinsAtMs ?? 0) <= atMs);
}

/** Between half and one and a half times what is usual. */
function latencyOf(world: World, payment: Payment, rail: number): number {
  const usualMs = world.rails[rail]?.latencyMs ?? 0;
  return Math.round(usualMs * (0.5 + chanceAt(world.seed, SLOWNESS, payment.index, rail)));
}
