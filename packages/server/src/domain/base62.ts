/** Digits, then capitals, then small letters: the order of ASCII, so that texts of one length sort like numbers. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Two digits are cut off at once: with limbs of 16 bits every step then stays within the integers that are fast. */
const PAIRS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second));
const PAIRS_COUNT = PAIRS.length;

const LIMB_NIBBLES = 4;
const LIMB_BITS = 16;

/**
 * The last `length` base62 digits of a number in small hexadecimal digits; hyphens between them do not count. Each request and most
 * records get an id, and this takes half the time of dividing bigints.
 */
export function base62(hex: string, length: number): string {
  const limbs = limbsOf(hex);
  let text = '';
  for (let first = 0; text.length < length; ) {
    let remainder = 0;
    for (let i = first; i < limbs.length; i += 1) {
      const dividend = (remainder << LIMB_BITS) | (limbs[i] ?? 0);
      const quotient = (dividend / PAIRS_COUNT) | 0;
      limbs[i] = quotient;
      remainder = dividend - quotient * PAIRS_COUNT;
    }
    while (first < limbs.length && limbs[first] === 0) first += 1;
    text = PAIRS[remainder] + text;
  }
  return text.length === length ? text : text.slice(-length);
}

const NIBBLES = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value += 1) NIBBLES[value.toString(16).charCodeAt(0)] = value;

/** Most significant first. */
function limbsOf(hex: string): Int32Array {
  const limbs = new Int32Array(Math.ceil(hex.length / LIMB_NIBBLES));
  let nibbles = 0;
  for (let i = hex.length - 1; i >= 0; i -= 1) {
    const nibble = NIBBLES[hex.charCodeAt(i)] ?? -1;
    if (nibble < 0) continue;
    const limb = limbs.length - 1 - (nibbles >> 2);
    limbs[limb] = (limbs[limb] ?? 0) | (nibble << ((nibbles & 3) * 4));
    nibbles += 1;
  }
  return limbs;
}

export function base62Digit(index: number): string {
  return ALPHABET.charAt(index);
}

/** What the digits stand for, of as many as a number holds exactly. */
export function base62Value(digits: string): number {
  let value = 0;
  for (const digit of digits) value = value * ALPHABET.length + ALPHABET.indexOf(digit);
  return value;
}
