/** A small world and shorthands for the tests of policies. */
import type { Feedback, RoutingPolicy } from '../policy.ts';
import type { Payment, World } from '../world.ts';

export const PAYMENT: Payment = {
  index: 0,
  atMs: 0,
  amountMinor: 10_000,
  country: 'DE',
  institution: 'de-first',
};

/** Rails with these prices, all instant and all certain to succeed. */
export function worldOf(...pricesMinor: readonly number[]): World {
  return {
    seed: 1,
    rails: pricesMinor.map((fixedMinor, index) => ({
      id: `rail-${index}`,
      tiers: [{ from: 0, fixedMinor, bps: 0 }],
      latencyMs: 0,
      joinsAtMs: 0,
    })),
    payments: [],
    successChance: () => 1,
    reportDelayMs: () => 0,
    incidents: [],
  };
}

export function tell(policy: RoutingPolicy, rail: number, outcomes: readonly boolean[]): void {
  for (const succeeded of outcomes) {
    const feedback: Feedback = { payment: PAYMENT, rail, succeeded, latencyMs: 0, reportedAtMs: 0 };
    policy.learn(feedback);
  }
}

export function times(count: number, succeeded: boolean): readonly boolean[] {
  return Array.from({ length: count }, () => succeeded);
}

/** How often each of the rails is chosen in so many tries. */
export function shares(policy: RoutingPolicy, rails: number, tries: number): readonly number[] {
  const candidates = Array.from({ length: rails }, (_, rail) => rail);
  const counts = candidates.map(() => 0);
  for (let i = 0; i < tries; i += 1) {
    const rail = policy.choose(
      PAYMENT,
      candidates,
      counts.map(() => 0),
    );
    counts[rail] = (counts[rail] ?? 0) + 1;
  }
  return counts.map((count) => count / tries);
}
