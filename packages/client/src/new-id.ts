/**
 * Ids as the service makes them: a prefix and a UUIDv7 (RFC 9562) as 22 base62 characters, which sort by time. Written
 * out here because browsers and older Nodes make no UUIDv7 of their own.
 */
export function newId<P extends string>(prefix: P, nowMs: number): `${P}${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(UUID_BYTES));
  let value = BigInt(nowMs) & TIME_MASK;
  for (const byte of bytes.subarray(TIME_BYTES)) value = (value << 8n) | BigInt(byte);
  return `${prefix}${base62((value & ~FIXED_MASK) | FIXED_BITS)}`;
}

const UUID_BYTES = 16;
const TIME_BYTES = 6;
const TIME_MASK = (1n << 48n) - 1n;
/** Four bits say version 7, two say which variant of UUID this is. */
const FIXED_MASK = (0xfn << 76n) | (0x3n << 62n);
const FIXED_BITS = (0x7n << 76n) | (0x2n << 62n);

/** In the order of ASCII, so that texts of one length sort like numbers. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;
/** 62^22 is above 2^128. */
const LENGTH = 22;

function base62(value: bigint): string {
  let text = '';
  for (let rest = value; text.length < LENGTH; rest /= BASE)
    text = ALPHABET.charAt(Number(rest % BASE)) + text;
  return text;
}
