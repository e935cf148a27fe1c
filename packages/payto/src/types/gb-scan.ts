/**
 * `gb-scan`: a UK account, by sort code and account number.
 *
 * The same account can also be written as an IBAN. The two stay different addresses here: an IBAN says that it
 * may be paid from abroad, which many UK accounts may not, and a router must not turn one into the other.
 */

import { accept, refuse } from '../errors.ts';
import { maskAllButLast } from '../mask.ts';
import { passesUkModulus } from '../uk-modulus.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface GbScanTarget {
  readonly known: true;
  readonly scheme: 'gb-scan';
  readonly sortCode: string;
  readonly accountNumber: string;
}

export const gbScanType: PaytoType<'gb-scan', GbScanTarget> = {
  scheme: 'gb-scan',
  path: 'SORT-CODE/ACCOUNT-NUMBER',
  read(segments) {
    const path = exactSegments(segments, 2);
    if (path === undefined) return refusePath(gbScanType);
    const [sortCode, accountNumber] = path;
    if (!/^[0-9]{6}$/.test(sortCode)) {
      return refuse('payto.part', {
        scheme: 'gb-scan',
        part: 'sort code',
        expected: '6 digits without dashes',
      });
    }
    if (!/^[0-9]{8}$/.test(accountNumber)) {
      return refuse('payto.part', { scheme: 'gb-scan', part: 'account number', expected: '8 digits' });
    }
    if (!passesUkModulus(sortCode, accountNumber)) {
      return refuse('payto.checksum', {
        scheme: 'gb-scan',
        check: 'the UK modulus check of sort code and account',
      });
    }
    return accept({
      target: { known: true, scheme: 'gb-scan', sortCode, accountNumber },
      segments: path,
      identity: path,
      masked: maskAllButLast(accountNumber, 4),
      country: 'GB',
    });
  },
};
