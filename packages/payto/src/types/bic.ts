/**
 * `bic`: a bank, by its BIC. It names no account, so it is nobody's secret and is shown in full.
 */

import { BIC_EXPECTED, bicCountry, readBicCode, withoutHeadOfficeBranch } from '../bic-code.ts';
import { accept, refuse } from '../errors.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface BicTarget {
  readonly known: true;
  readonly scheme: 'bic';
  readonly bic: string;
}

export const bicType: PaytoType<'bic', BicTarget> = {
  scheme: 'bic',
  path: 'BIC',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(bicType);
    const bic = readBicCode(path[0]);
    if (bic === undefined) {
      return refuse('payto.part', { scheme: 'bic', part: 'BIC', expected: BIC_EXPECTED });
    }
    return accept({
      target: { known: true, scheme: 'bic', bic },
      segments: [bic],
      identity: [withoutHeadOfficeBranch(bic)],
      masked: bic,
      country: bicCountry(bic),
    });
  },
};
