import { createHash } from 'node:crypto';

/**
 * The idempotency key of a further call of the same operation. TrueLayer refuses a key that comes with another body, so
 * each call needs one of its own, and a resend must find the same. A version 4 UUID in form, as TrueLayer advises.
 */
export function deriveKey(key: string, call: string): string {
  const hex = createHash('sha256').update(`${call}:${key}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
