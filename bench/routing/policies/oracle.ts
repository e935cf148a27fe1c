import { expectedCostMinor } from '../expected-cost.ts';
import type { PolicyMaker } from '../policy.ts';

/**
 * Knows every rail's true chance of success at the moment of the payment and takes the cheapest in expectation. It looks at
 * one payment at a time, so it is not the best that could be done with prices that depend on volume.
 */
export const oracle: PolicyMaker = {
  id: 'oracle',
  create: (world) => ({
    choose: (payment, candidates, carried) => {
      let best = candidates[0] ?? 0;
      let bestMinor = Number.POSITIVE_INFINITY;
      for (const rail of candidates) {
        const simulated = world.rails[rail];
        if (simulated === undefined) continue;
        const minor = expectedCostMinor(
          simulated,
          payment,
          carried[rail] ?? 0,
          world.successChance(rail, payment),
        );
        if (minor < bestMinor) {
          best = rail;
          bestMinor = minor;
        }
      }
      return best;
    },
    learn: () => {},
  }),
};
