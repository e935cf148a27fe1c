import { createHash } from 'node:crypto';
import { base62 } from '../base62.ts';

/**
 * The id of a bank, made from what the world calls it, so that everyone who knows the bank gives it the same id and
 * nobody has to look one up. `code` is the BIC; a bank without one goes by its first national code.
 */
export function institutionId(country: string, code: string): `ins_${string}` {
  const digest = createHash('sha256')
    .update(`${country}|${headOfficeOf(code)}`)
    .digest('hex');
  return `ins_${base62(digest.slice(0, ID_HEX_DIGITS), ID_CHARS)}`;
}

const ID_CHARS = 22;
/** 128 bits, the most that 22 characters of base62 hold. */
const ID_HEX_DIGITS = 32;

/** ISO 9362: a branch of XXX is the head office, which the first eight characters already name. */
function headOfficeOf(code: string): string {
  return code.length === 11 && code.endsWith('XXX') ? code.slice(0, 8) : code;
}
