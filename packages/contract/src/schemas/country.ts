import { COUNTRY_PATTERN } from '@switchyard/engine';
import { z } from 'zod';

/** ISO 3166-1 alpha-2, by shape only: whether anything is reachable there is an answer, not a refusal. */
export const Country = z.string().regex(new RegExp(COUNTRY_PATTERN));
