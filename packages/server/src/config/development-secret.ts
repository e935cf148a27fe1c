/** Secrets made for development begin with a mark, so that production can refuse to start on them. */
import { randomBytes } from 'node:crypto';

const MARK = Buffer.from('dev:');
const SECRET_BYTES = 32;

export function makeDevelopmentSecret(): Buffer {
  return Buffer.concat([MARK, randomBytes(SECRET_BYTES - MARK.length)]);
}

export function isDevelopmentSecret(secret: Buffer): boolean {
  return secret.subarray(0, MARK.length).equals(MARK);
}
