/**
 * `ca-interac`: the e-mail address or telephone number that receives an Interac e-Transfer.
 */

import { readEmailAddress } from '../email-address.ts';
import { accept, refuse } from '../errors.ts';
import { maskBeforeAt, maskPhoneNumber } from '../mask.ts';
import { readPhoneNumber } from '../phone-number.ts';
import { exactSegments, type PaytoType, refusePath } from './payto-type.ts';

export interface CaInteracTarget {
  readonly known: true;
  readonly scheme: 'ca-interac';
  readonly handleType: 'email' | 'phone';
  readonly handle: string;
}

export const caInteracType: PaytoType<'ca-interac', CaInteracTarget> = {
  scheme: 'ca-interac',
  path: 'EMAIL or +PHONE',
  read(segments) {
    const path = exactSegments(segments, 1);
    if (path === undefined) return refusePath(caInteracType);
    const handle = readHandle(path[0]);
    if (handle === undefined) {
      return refuse('payto.part', { scheme: 'ca-interac', part: 'handle', expected: EXPECTED });
    }
    return accept({
      target: { known: true, scheme: 'ca-interac', handleType: handle.type, handle: handle.text },
      segments: [handle.text],
      identity: [handle.text],
      masked: handle.masked,
      country: 'CA',
    });
  },
};

const EXPECTED = 'an e-mail address, or a phone number with its country code, as in +14165550123';

interface Handle {
  readonly type: CaInteracTarget['handleType'];
  readonly text: string;
  readonly masked: string;
}

function readHandle(text: string): Handle | undefined {
  const phone = readPhoneNumber(text);
  if (phone !== undefined) return { type: 'phone', text: phone.number, masked: maskPhoneNumber(phone) };
  const email = readEmailAddress(text);
  return email === undefined ? undefined : { type: 'email', text: email, masked: maskBeforeAt(email) };
}
