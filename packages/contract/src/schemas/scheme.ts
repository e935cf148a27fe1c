import { z } from 'zod';

/** A payto scheme's name (RFC 8905 calls it the payment target type), in the lower case it is registered in. */
export const SCHEME_PATTERN = '^[a-z][a-z0-9.-]{0,31}$';

export const Scheme = z.string().regex(new RegExp(SCHEME_PATTERN));
