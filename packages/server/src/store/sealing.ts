/**
 * Sealing: AES-256-GCM over bytes, bound to the place they stand in. The place (environment, table, column, row
 * and key version) is authenticated with them, so a sealed value moved to another row does not open.
 *
 * Layout: one byte of format, twelve of nonce, the ciphertext, sixteen of tag.
 */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { invariant } from '@switchyard/engine';
import type { RandomBytes } from './random-pool.ts';

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

/** A key that is used often is better given as an object, which need not be prepared each time. */
export function seal(random: RandomBytes, key: Buffer | KeyObject, place: Place, plain: Buffer): Buffer {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associatedData(place));
  const sealed = Buffer.allocUnsafe(HEADER_BYTES + plain.length + TAG_BYTES);
  sealed[0] = FORMAT;
  nonce.copy(sealed, 1);
  // GCM works as a stream: all of the text comes at once, and at the end only the tag is left.
  cipher.update(plain).copy(sealed, HEADER_BYTES);
  cipher.final();
  cipher.getAuthTag().copy(sealed, HEADER_BYTES + plain.length);
  return sealed;
}

/** Throws when the bytes, the key or the place is not the one they were sealed with. */
export function open(key: Buffer | KeyObject, place: Place, sealed: Buffer): Buffer {
  invariant(
    sealed.length >= HEADER_BYTES + TAG_BYTES && sealed[0] === FORMAT,
    'sealed bytes have our format',
  );
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, HEADER_BYTES));
  decipher.setAAD(associatedData(place));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES));
  // It holds all of the text by now, but may be believed only once the tag was found right.
  decipher.final();
  return plain;
}

function associatedData(place: Place): Buffer {
  return Buffer.from(
    `${place.environmentId}|${place.table}|${place.column}|${place.row}|${place.keyVersion}`,
    'utf8',
  );
}
