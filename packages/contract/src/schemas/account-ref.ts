import { z } from 'zod';
import { inputError } from '../input-errors.ts';
import { ACCOUNT_REF_LENGTH_MAX } from '../limits.ts';
import { isIdFreeOfAccountData } from './account-data.ts';

/**
 * How decide mode names an account without knowing it: masked (`****1234`), or an id or fingerprint exactly as we write
 * them.
 * A masked reference is mask characters with at most four others among them, so an IBAN, a card, an account
 * number or an e-mail cannot be written as one. The classes are disjoint, which keeps the match linear.
 */
export const ACCOUNT_REF_PATTERN =
  '^(?:acct_[A-Za-z0-9]{22}|fp_[A-Za-z0-9]{43}|[*x•.]*(?:[A-Za-wyz0-9][*x•.]*){0,4})$';

export const AccountRef = z
  .string()
  .check((context) => {
    if (isMasked(context.value)) return;
    context.issues.push({ code: 'custom', params: inputError('input.unmasked', {}), input: undefined });
  })
  .meta({
    pattern: ACCOUNT_REF_PATTERN,
    minLength: 1,
    maxLength: ACCOUNT_REF_LENGTH_MAX,
    description:
      'A masked account reference: mask characters (`*`, `x`, `•`, `.`) with at most 4 visible characters, ' +
      'such as `****1234`; or an account id or fingerprint of this API. Anything unmasked is refused.',
  });

const ACCOUNT_REF = new RegExp(ACCOUNT_REF_PATTERN);

function isMasked(value: string): boolean {
  if (value.length > ACCOUNT_REF_LENGTH_MAX || !ACCOUNT_REF.test(value)) return false;
  return value.includes('_') ? isIdFreeOfAccountData(value) : /[*x•.]/.test(value);
}
