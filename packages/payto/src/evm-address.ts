/**
 * EVM addresses and their EIP-55 checksum, which is carried by the case of the letters: an address all in one
 * case carries none and is accepted as it is; one in mixed case must have exactly the right one.
 */

import { keccak_256 } from '@noble/hashes/sha3.js';

export type EvmAddressReading =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: 'shape' | 'checksum' | 'zero' };

export function readEvmAddress(text: string): EvmAddressReading {
  if (!SHAPE.test(text)) return { ok: false, reason: 'shape' };
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (/^0+$/.test(lower)) return { ok: false, reason: 'zero' };
  const address = `0x${withChecksumCase(lower)}`;
  const isOneCase = digits === lower || digits === digits.toUpperCase();
  return isOneCase || address === text ? { ok: true, address } : { ok: false, reason: 'checksum' };
}

const SHAPE = /^0x[0-9A-Fa-f]{40}$/;

/** A letter is upper-case where the hash of the lower-case digits has, at its place, a hex digit of 8 or more. */
function withChecksumCase(lower: string): string {
  const hash = keccak_256(new TextEncoder().encode(lower));
  return Array.from(lower, (digit, index) => {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15;
    return nibble >= 8 ? digit.toUpperCase() : digit;
  }).join('');
}
