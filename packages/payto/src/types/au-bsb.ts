/**
 * `au-bsb`: an Australian account, by BSB and account number. Neither has a check digit.
 */

import { accept, refuse } from '../errors.ts';
import { maskAllButLast } from '../mask.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface AuBsbTarget {
  readonly known: true;
  readonly scheme: 'au-bsb';
  readonly bsb: string;
  readonly accountNumber: string;
}

export const auBsbType: PaytoType<'au-bsb', AuBsbTarget> = {
  scheme: 'au-bsb',
  path: 'BSB/ACCOUNT-NUMBER',
  read(segments) {
    const path = exactSegments(segments, 2);
    if (path === undefined) return refusePath(auBsbType);
    const [bsb, accountNumber] = path;
    if (!/^[0-9]{6}$/.test(bsb)) {
      return refuse('payto.part', { scheme: 'au-bsb', part: 'BSB', expected: '6 digits without a dash' });
    }
    if (!/^[0-9]{1,9}$/.test(accountNumber)) {
      return refuse('payto.part', { scheme: 'au-bsb', part: 'account number', expected: '1 to 9 digits' });
    }
    return accept({
      target: { known: true, scheme: 'au-bsb', bsb, accountNumber },
      segments: path,
      identity: path,
      masked: maskAllButLast(accountNumber, 3),
      country: 'AU',
    });
  },
};
