import { z } from 'zod';

/**
 * A rail's name in the catalogue. The pattern also keeps decide mode honest: no address, name or e-mail fits in.
 */
export const RAIL_ID_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$';

export const RailId = z.string().regex(new RegExp(RAIL_ID_PATTERN));
