/** Digits, then capitals, then small letters: the order of ASCII, so that texts of one length sort like numbers. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62;
/** As many digits as a number holds exactly: so many are cut off the bigint at once, which is slow to divide. */
const CHUNK_CHARS = 8;
const CHUNK = BigInt(BASE ** CHUNK_CHARS);

export function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= CHUNK) {
    const chars = Math.min(CHUNK_CHARS, length - text.length);
    text = lastDigits(Number(rest % CHUNK), chars) + text;
  }
  return text;
}

/**
 * The same of a number in hexadecimal, by long division in numbers, because there is an id in every decision and a bigint
 * costs more than all of this. A remainder and a limb together stay below 2 ** 53.
 */
export function base62OfHex(hex: string, length: number): string {
  const limbs: number[] = [];
  for (let end = hex.length; end > 0; end -= LIMB_HEX_DIGITS) {
    limbs.unshift(Number.parseInt(hex.slice(Math.max(0, end - LIMB_HEX_DIGITS), end), 16));
  }
  let text = '';
  while (text.length < length) {
    let remainder = 0;
    for (let at = 0; at < limbs.length; at += 1) {
      const dividend = remainder * LIMB + (limbs[at] ?? 0);
      remainder = dividend % SHORT_CHUNK;
      limbs[at] = (dividend - remainder) / SHORT_CHUNK;
    }
    text = lastDigits(remainder, Math.min(SHORT_CHUNK_CHARS, length - text.length)) + text;
  }
  return text;
}

const LIMB_HEX_DIGITS = 7;
const LIMB = 16 ** LIMB_HEX_DIGITS;
const SHORT_CHUNK_CHARS = 4;
const SHORT_CHUNK = BASE ** SHORT_CHUNK_CHARS;

function lastDigits(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / BASE)) {
    text = ALPHABET.charAt(rest % BASE) + text;
  }
  return text;
}

export function base62Digit(index: number): string {
  return ALPHABET.charAt(index);
}
