/**
 * `bitcoin`: an address of the Bitcoin base layer, with its checksum checked (base58check, bech32 or bech32m).
 *
 * Base58 is case-sensitive and stays as given; bech32 is all in one case and becomes lower case. Test networks
 * are accepted and marked: whoever handles the address decides whether test money may be sent there.
 */

import { type AddressInfo, getAddressInfo } from 'bitcoin-address-validation';
import { accept, refuse } from '../errors.ts';
import { BITCOIN_ADDRESS_LENGTH_MAX } from '../limits.ts';
import { maskMiddle } from '../mask.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface BitcoinTarget {
  readonly known: true;
  readonly scheme: 'bitcoin';
  readonly address: string;
  /** `unknown` is a well-formed witness version that has no meaning yet. */
  readonly type: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'unknown';
}

export const bitcoinType: PaytoType<'bitcoin', BitcoinTarget> = {
  scheme: 'bitcoin',
  path: 'ADDRESS',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(bitcoinType);
    const [text] = path;
    if (text.length > BITCOIN_ADDRESS_LENGTH_MAX || !SHAPE.test(text)) {
      return refuse('payto.part', {
        scheme: 'bitcoin',
        part: 'address',
        expected: 'a base58 or bech32 address',
      });
    }
    const info = readInfo(text);
    if (info === undefined) {
      return refuse('payto.checksum', { scheme: 'bitcoin', check: 'its checksum (base58check or bech32)' });
    }
    const address = info.bech32 ? text.toLowerCase() : text;
    return accept({
      target: { known: true, scheme: 'bitcoin', address, type: info.type },
      segments: [address],
      identity: [address],
      masked: maskMiddle(address, 6, 4, '...'),
      network: info.network === 'mainnet' ? 'mainnet' : 'testnet',
    });
  },
};

/** 14 characters is the shortest address that can be right. */
const SHAPE = /^[A-Za-z0-9]{14,}$/;

/** The library throws for everything that is not an address. */
function readInfo(text: string): AddressInfo | undefined {
  try {
    return getAddressInfo(text);
  } catch {
    return undefined;
  }
}
