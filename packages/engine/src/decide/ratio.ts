/** Exact fractions of whole numbers, for rates. Both parts are positive. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ONE: Ratio = { numerator: 1n, denominator: 1n };

export function reduce({ numerator, denominator }: Ratio): Ratio {
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export function inverse({ numerator, denominator }: Ratio): Ratio {
  return { numerator: denominator, denominator: numerator };
}

export function product(a: Ratio, b: Ratio): Ratio {
  return reduce({ numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator });
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b;
}
