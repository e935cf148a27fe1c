/**
 * The form of every secret that is handed out as text: a prefix that says what it is, 30 base62 characters, then 6 that are
 * the CRC-32 of all before them. The checksum lets a mistyped or truncated one be refused without asking the database.
 */
import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, base62Digit } from './base62.ts';

export const SECRET_CHARS = 30;
const CHECKSUM_CHARS = 6;
const BASE62 = /^[0-9A-Za-z]+$/;

/** Makes the text from random bytes, one per secret character. */
export function formatSecret(prefix: string, random: Uint8Array): string {
  const secret = Array.from(random.subarray(0, SECRET_CHARS), (byte) => base62Digit(byte % 62)).join('');
  const body = prefix + secret;
  return body + checksum(body);
}

export function isSecretText(prefix: string, text: string): boolean {
  return (
    text.length === prefix.length + SECRET_CHARS + CHECKSUM_CHARS &&
    text.startsWith(prefix) &&
    BASE62.test(text.slice(prefix.length)) &&
    text.slice(-CHECKSUM_CHARS) === checksum(text.slice(0, -CHECKSUM_CHARS))
  );
}

/** What is stored of a secret: it tells nothing of it without the pepper. */
export function hashSecret(pepper: Buffer, text: string): Buffer {
  return createHmac('sha256', pepper).update(text).digest();
}

function checksum(body: string): string {
  return base62(crc32(body).toString(16), CHECKSUM_CHARS);
}
