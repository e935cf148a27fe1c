/**
 * Sealing: AES-256-GCM over bytes, bound to the place they stand in. The place (environment, table, column, row
 * and key version) is authenticated with them, so a sealed value moved to another row does not open.
 *
 * Layout: one byte of format, twelve of nonce, the ciphertext, sixteen of tag.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { invariant } from '@switchyard/engine';

export interface Place {
  readonly environmentId: string;
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly keyVersion: number;
}

export const KEY_BYTES = 32;
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES;

export function seal(key: Buffer, place: Place, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associatedData(place));
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the bytes, the key or the place is not the one they were sealed with. */
export function open(key: Buffer, place: Place, sealed: Buffer): Buffer {
  invariant(
    sealed.length >= HEADER_BYTES + TAG_BYTES && sealed[0] === FORMAT,
    'sealed bytes have our format',
  );
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, HEADER_BYTES));
  decipher.setAAD(associatedData(place));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]);
}

function associatedData(place: Place): Buffer {
  return Buffer.from(
    `${place.environmentId}|${place.table}|${place.column}|${place.row}|${place.keyVersion}`,
    'utf8',
  );
}
