import { expectedCostMinor } from '../expected-cost.ts';
import type { Payment, World } from '../world.ts';

/** Turns believed success rates into scores that a higher one of means a lower expected cost. */
export function valueInPlaceOfScore(
  world: World,
  payment: Payment,
  carried: readonly number[],
  rate: (rail: number) => number,
): (rail: number) => number {
  return (rail) => {
    const simulated = world.rails[rail];
    if (simulated === undefined) throw new Error(`There is no rail ${rail}`);
    return -expectedCostMinor(simulated, payment, carried[rail] ?? 0, rate(rail));
  };
}
