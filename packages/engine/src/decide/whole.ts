/**
 * Whole numbers of any size, quick while they are small. A Whole is a number as long as it is a safe integer and a
 * bigint beyond; each value has one form only, so equal values are `===`. JavaScript compares the two kinds with each other
 * exactly, so `<` and `>` need no help. What is computed here is the same as if everything were a bigint.
 */
export type Whole = number | bigint;

const SAFE_MAX = Number.MAX_SAFE_INTEGER;
const SAFE_MAX_BIG = BigInt(SAFE_MAX);

export function wholeOf(value: bigint): Whole {
  return value <= SAFE_MAX_BIG && value >= -SAFE_MAX_BIG ? Number(value) : value;
}

/** base + slope × at. A rounded product or sum is never within the safe integers, so looking at the result is enough. */
export function linear(base: Whole, slope: Whole, at: Whole): Whole {
  if (typeof base === 'number' && typeof slope === 'number' && typeof at === 'number') {
    const product = slope * at;
    const sum = base + product;
    if (Math.abs(product) <= SAFE_MAX && Math.abs(sum) <= SAFE_MAX) return sum;
  }
  return wholeOf(BigInt(base) + BigInt(slope) * BigInt(at));
}

/** value ÷ divisor, rounded up. The value is not negative and the divisor positive. */
export function divideUp(value: Whole, divisor: Whole): Whole {
  if (typeof value === 'number' && typeof divisor === 'number') {
    // Exact although the quotient is rounded: what is left over adds at least 1 / divisor to a whole q, and as long as
    // q × divisor is below 2^53 that is more than half a step of the numbers around q, so it never rounds away.
    return Math.ceil(value / divisor);
  }
  return wholeOf((BigInt(value) + BigInt(divisor) - 1n) / BigInt(divisor));
}

export function compareWhole(a: Whole, b: Whole): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** 1 to 38 digits without sign or leading zeros, as amounts are on the wire; anything else is `undefined`. */
export function readWhole(text: string): Whole | undefined {
  if (!DIGITS.test(text)) return undefined;
  return text.length <= SAFE_DIGITS ? Number(text) : wholeOf(BigInt(text));
}

const DIGITS = /^(?:0|[1-9][0-9]{0,37})$/;
/** Every number of so many digits is a safe integer. */
const SAFE_DIGITS = 15;

/** For numbers of a snapshot that a stranger may have written: whatever it is, a whole number between the two. */
export function wholeBetween(value: number, min: number, max: number): number {
  return value >= min ? Math.min(Math.floor(value), max) : min;
}

export function oneLess(value: Whole): Whole {
  return typeof value === 'number' && value > -SAFE_MAX ? value - 1 : wholeOf(BigInt(value) - 1n);
}

export function oneMore(value: Whole): Whole {
  return typeof value === 'number' && value < SAFE_MAX ? value + 1 : wholeOf(BigInt(value) + 1n);
}
