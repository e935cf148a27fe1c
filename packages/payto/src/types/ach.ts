/**
 * `ach`: a US account, by routing number and account number. Leading zeros are part of both.
 */

import { accept, refuse } from '../errors.ts';
import { maskAllButLast } from '../mask.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface AchTarget {
  readonly known: true;
  readonly scheme: 'ach';
  readonly routingNumber: string;
  readonly accountNumber: string;
}

export const achType: PaytoType<'ach', AchTarget> = {
  scheme: 'ach',
  path: 'ROUTING-NUMBER/ACCOUNT-NUMBER',
  read(segments) {
    const path = exactSegments(segments, 2);
    if (path === undefined) return refusePath(achType);
    const [routingNumber, accountNumber] = path;
    if (!ROUTING_NUMBER.test(routingNumber)) {
      return refuse('payto.part', { scheme: 'ach', part: 'routing number', expected: ROUTING_EXPECTED });
    }
    if (!passesAbaCheck(routingNumber)) {
      return refuse('payto.checksum', {
        scheme: 'ach',
        check: 'the check digit of the routing number (ABA)',
      });
    }
    if (!ACCOUNT_NUMBER.test(accountNumber)) {
      return refuse('payto.part', { scheme: 'ach', part: 'account number', expected: '1 to 17 digits' });
    }
    return accept({
      target: { known: true, scheme: 'ach', routingNumber, accountNumber },
      segments: path,
      identity: path,
      masked: maskAllButLast(accountNumber, accountNumber.length < 8 ? 2 : 4),
      country: 'US',
    });
  },
};

/** The Federal Reserve gives out 00 to 12, 21 to 32, 61 to 72 and 80; nine zeros pass the check but are no bank. */
const ROUTING_NUMBER = /^(?!0{9})(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/;
const ROUTING_EXPECTED = '9 digits that start with 00 to 12, 21 to 32, 61 to 72 or 80';
const ACCOUNT_NUMBER = /^[0-9]{1,17}$/;
const ABA_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

function passesAbaCheck(routingNumber: string): boolean {
  const total = ABA_WEIGHTS.reduce((sum, weight, place) => sum + weight * Number(routingNumber[place]), 0);
  return total % 10 === 0;
}
