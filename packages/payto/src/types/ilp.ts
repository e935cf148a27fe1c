/**
 * `ilp`: an Interledger address (Interledger RFC 15), dotted segments behind an allocation scheme.
 *
 * It is case-sensitive throughout, so nothing is changed. A wallet address or payment pointer is a URL, not this.
 */

import { accept, refuse } from '../errors.ts';
import { ILP_ADDRESS_LENGTH_MAX } from '../limits.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface IlpTarget {
  readonly known: true;
  readonly scheme: 'ilp';
  readonly address: string;
}

export const ilpType: PaytoType<'ilp', IlpTarget> = {
  scheme: 'ilp',
  path: 'ILP-ADDRESS',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(ilpType);
    const [address] = path;
    if (address.length > ILP_ADDRESS_LENGTH_MAX || !ADDRESS.test(address)) {
      return refuse('payto.part', { scheme: 'ilp', part: 'ILP address', expected: EXPECTED });
    }
    return accept({
      target: { known: true, scheme: 'ilp', address },
      segments: path,
      identity: path,
      masked: maskIlpAddress(address),
    });
  },
};

const ADDRESS = /^(?:g|private|example|peer|self|test[1-3]?|local)(?:\.[A-Za-z0-9_~-]+)+$/;
const EXPECTED = 'g or another allocation scheme in lower case, then one or more parts, each behind a dot';

/** The network and the operator, never the account: of an address with two parts only the first. */
function maskIlpAddress(address: string): string {
  const parts = address.split('.');
  const shown = Math.min(2, parts.length - 1);
  return `${parts.slice(0, shown).join('.')}.***`;
}
