import type { PaymentLeg } from './payment.ts';

/** What a leg was quoted to cost on the way, and what its provider says it took, in minor units of one asset. */
export interface LegCost {
  readonly rail: string;
  readonly asset: string;
  readonly quoted: bigint;
  readonly charged: bigint;
}

/** Undefined where the provider does not say. What rounding leaves over is nobody's charge. */
export function legCost({ rail, fees, charged }: PaymentLeg): LegCost | undefined {
  if (charged === undefined) return undefined;
  const { asset, value } = charged;
  const quoted = fees
    .filter(({ name, amount }) => name !== 'rounding' && amount.asset === asset)
    .reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
  return { rail, asset, quoted, charged: BigInt(value) };
}
