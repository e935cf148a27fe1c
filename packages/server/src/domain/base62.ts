/** Digits, then capitals, then small letters: the order of ASCII, so that texts of one length sort like numbers. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;

export function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= BASE) text = `${ALPHABET[Number(rest % BASE)]}${text}`;
  return text;
}

export function base62Digit(index: number): string {
  return ALPHABET.charAt(index);
}
