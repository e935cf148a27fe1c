/** What a conversion costs here: a rate from a small table, always so much below mid, and a fee on what is converted. */

/** Millionths of a euro for one of each. */
const EURO_MICROS: Readonly<Record<string, bigint>> = {
  EUR: 1_000_000n,
  GBP: 1_170_000n,
  USD: 920_000n,
};

const MICROS = 1_000_000n;
const SPREAD_BP = 20n;
const FEE_BP = 43n;
const FEE_FIXED_MINOR = 31n;
const BP = 10_000n;

export const CURRENCIES: readonly string[] = Object.keys(EURO_MICROS);

export interface Pricing {
  /** Millionths of the target for one of the source. */
  readonly rateMicros: bigint;
  readonly sourceMinor: bigint;
  readonly targetMinor: bigint;
  readonly feeMinor: bigint;
}

export type FixedSide = { readonly sourceMinor: bigint } | { readonly targetMinor: bigint };

/** The target rounds down and the source up, so that the business never gains by rounding. Undefined when the fee eats it all. */
export function priceOf(source: string, target: string, fixed: FixedSide): Pricing | undefined {
  const rateMicros = rateOf(source, target);
  if ('sourceMinor' in fixed) {
    const feeMinor = feeOn(fixed.sourceMinor);
    const targetMinor = ((fixed.sourceMinor - feeMinor) * rateMicros) / MICROS;
    return targetMinor > 0n ? { rateMicros, ...fixed, targetMinor, feeMinor } : undefined;
  }
  const convertedMinor = divideUp(fixed.targetMinor * MICROS, rateMicros);
  const feeMinor = feeOn(convertedMinor);
  return { rateMicros, ...fixed, sourceMinor: convertedMinor + feeMinor, feeMinor };
}

function rateOf(source: string, target: string): bigint {
  if (source === target) return MICROS;
  const [from = 0n, to = 1n] = [EURO_MICROS[source], EURO_MICROS[target]];
  return (from * MICROS * (BP - SPREAD_BP)) / (to * BP);
}

function feeOn(amountMinor: bigint): bigint {
  return FEE_FIXED_MINOR + divideUp(amountMinor * FEE_BP, BP);
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
