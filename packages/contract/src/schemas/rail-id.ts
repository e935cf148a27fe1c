import { z } from 'zod';
import { isFreeOfAccountData, UNMASKED } from './account-data.ts';

/**
 * A rail's name in the catalogue. It also keeps decide mode honest: no address, account number or e-mail fits in.
 */
export const RAIL_ID_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$';

export const RailId = z.string().regex(new RegExp(RAIL_ID_PATTERN)).refine(isFreeOfAccountData, UNMASKED);
