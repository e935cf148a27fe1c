/** Digits, then capitals, then small letters: the order of ASCII, so that texts of one length sort like numbers. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Ids are made for every request and bigints are slow, so eight characters are taken at a time: 62^8 is a safe integer. */
const CHUNK = 62n ** 8n;
const PAIR = 62 ** 2;
const PAIRS = Array.from(ALPHABET).flatMap((high) => Array.from(ALPHABET, (low) => `${high}${low}`));

/** The last `length` digits of a number that is not negative. */
export function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= CHUNK) text = eightDigits(Number(rest % CHUNK)) + text;
  return text.slice(text.length - length);
}

export function base62Digit(index: number): string {
  return ALPHABET.charAt(index);
}

function eightDigits(value: number): string {
  const high = Math.floor(value / (PAIR * PAIR));
  return fourDigits(high) + fourDigits(value - high * PAIR * PAIR);
}

function fourDigits(value: number): string {
  const high = Math.floor(value / PAIR);
  return `${PAIRS[high]}${PAIRS[value - high * PAIR]}`;
}
