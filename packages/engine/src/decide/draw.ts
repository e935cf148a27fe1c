/**
 * Chance without randomness: a decision's id, mixed with the policy's salt and the name of what is drawn, falls evenly over
 * 32 bits. The same id always draws the same, on every machine; different ids draw as if by dice.
 */

/**
 * FNV-1a over the UTF-16 code units, low byte first, and then the finisher of MurmurHash3, so that ids that differ in
 * their last character only end up far apart.
 */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return avalanche(hash);
}

/** Every bit of the input changes every bit of the output with even odds. One to one. */
export function avalanche(input: number): number {
  let hash = input;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const RANGE = 2 ** 32;

/** A whole number from 0 up to, and not including, `end`. */
export function drawBelow(hash: number, end: number): number {
  return Math.floor((hash * end) / RANGE);
}

/** The index of a weight, each with odds in proportion to it. Weights are whole numbers, and not all are 0. */
export function drawWeighted(hash: number, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = drawBelow(hash, total);
  for (let at = 0; at < weights.length; at += 1) {
    left -= weights[at] ?? 0;
    if (left < 0) return at;
  }
  return weights.length - 1;
}
