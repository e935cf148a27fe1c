/**
 * `mx-clabe`: a Mexican account, by its 18-digit CLABE: bank, city, account and a control digit.
 *
 * Only the control digit is checked. Lists of banks and cities age, and a new bank's account is as good as any.
 */

import { clabe as clabeValidator } from 'clabe-validator';
import { accept, refuse } from '../errors.ts';
import { maskMiddle } from '../mask.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface MxClabeTarget {
  readonly known: true;
  readonly scheme: 'mx-clabe';
  readonly clabe: string;
}

export const mxClabeType: PaytoType<'mx-clabe', MxClabeTarget> = {
  scheme: 'mx-clabe',
  path: 'CLABE',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(mxClabeType);
    const [clabe] = path;
    if (!/^[0-9]{18}$/.test(clabe)) {
      return refuse('payto.part', { scheme: 'mx-clabe', part: 'CLABE', expected: '18 digits' });
    }
    if (clabeValidator.computeChecksum(clabe) !== Number(clabe[17])) {
      return refuse('payto.checksum', { scheme: 'mx-clabe', check: 'the control digit of the CLABE' });
    }
    return accept({
      target: { known: true, scheme: 'mx-clabe', clabe },
      segments: path,
      identity: path,
      masked: maskMiddle(clabe, 3, 4, '****'),
      country: 'MX',
    });
  },
};
