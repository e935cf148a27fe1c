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

/** What the digits stand for, of as many as a number holds exactly. */
export function base62Value(digits: string): number {
  let value = 0;
  for (const digit of digits) value = value * BASE + ALPHABET.indexOf(digit);
  return value;
}
