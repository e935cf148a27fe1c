/**
 * `upi`: an Indian virtual payment address, `name@handle`. UPI compares without regard to case.
 *
 * RFC 8905 wants an amount and a name with it; that is a rule for payment requests, and this is an address.
 */

import { accept, refuse } from '../errors.ts';
import { UPI_ADDRESS_LENGTH_MAX } from '../limits.ts';
import { maskBeforeAt } from '../mask.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface UpiTarget {
  readonly known: true;
  readonly scheme: 'upi';
  readonly vpa: string;
}

export const upiType: PaytoType<'upi', UpiTarget> = {
  scheme: 'upi',
  path: 'NAME@HANDLE',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(upiType);
    const [text] = path;
    if (text.length > UPI_ADDRESS_LENGTH_MAX || !VPA.test(text)) {
      return refuse('payto.part', { scheme: 'upi', part: 'UPI address', expected: 'NAME@HANDLE' });
    }
    const vpa = text.toLowerCase();
    return accept({
      target: { known: true, scheme: 'upi', vpa },
      segments: [vpa],
      identity: [vpa],
      masked: maskBeforeAt(vpa),
      country: 'IN',
    });
  },
};

/**
 * A handle has no dot, which tells a VPA from an e-mail address; the one exception are the handles of the network
 * itself, such as `account@IFSC.ifsc.npci`.
 */
const VPA = /^[A-Za-z0-9._-]+@(?:[A-Za-z][A-Za-z0-9-]{1,63}|(?:[A-Za-z0-9]+\.)+[Nn][Pp][Cc][Ii])$/;
