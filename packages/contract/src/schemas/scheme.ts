import { z } from 'zod';
import { isFreeOfAccountData, UNMASKED } from './account-data.ts';

/** A payto scheme's name (RFC 8905 calls it the payment target type), in the lower case it is registered in. */
export const SCHEME_PATTERN = '^[a-z][a-z0-9.-]{0,31}$';

export const Scheme = z
  .string()
  .regex(new RegExp(SCHEME_PATTERN))
  .refine((name) => isFreeOfAccountData(name) && !NUMBER.test(name), UNMASKED);

/** Names have a digit or two; whatever has more in a row is no name. */
const NUMBER = /[0-9]{4}/;
