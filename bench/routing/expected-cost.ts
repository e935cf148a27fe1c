/**
 * What a payment over a rail is expected to cost: its price, the cost of a failure by the chance of one, and the time
 * it takes. The measure of every policy, in minor units, and the same sum that `recommended` is about.
 */
import type { Payment, PriceTier, SimulatedRail } from './world.ts';

export interface Valuation {
  readonly failureMinor: number;
  readonly hourMinor: number;
}

/** A failure costs 5.00 (support, a second try, a lost sale), an hour of waiting 0.02. */
export const VALUATION: Valuation = { failureMinor: 500, hourMinor: 2 };

const HOUR_MS = 3_600_000;

export function expectedCostMinor(
  rail: SimulatedRail,
  payment: Payment,
  carried: number,
  successChance: number,
): number {
  return (
    priceMinor(rail, payment, carried) +
    (1 - successChance) * VALUATION.failureMinor +
    (rail.latencyMs / HOUR_MS) * VALUATION.hourMinor
  );
}

/** Rounded up to a whole unit, as a provider would. */
export function priceMinor(rail: SimulatedRail, payment: Payment, carried: number): number {
  const { fixedMinor, bps } = tierOf(rail, carried);
  return fixedMinor + Math.ceil((payment.amountMinor * bps) / 10_000);
}

function tierOf(rail: SimulatedRail, carried: number): PriceTier {
  const tier = rail.tiers.findLast(({ from }) => from <= carried);
  if (tier === undefined) throw new Error(`The tiers of ${rail.id} do not begin at 0`);
  return tier;
}
