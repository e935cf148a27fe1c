import { createHash } from 'node:crypto';

/**
 * The key of an operation that follows from another one. It is not drawn but derived, so that it is the same again when the database
 * has come back from a backup and no longer knows that it was used: the provider then recognises it. A version 4 UUID in form.
 */
export function followUpKey(key: string, purpose: 'return' | 'rate'): string {
  const hex = createHash('sha256').update(`${purpose} ${key}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
