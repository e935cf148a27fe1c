import { PREFERENCES } from '@switchyard/engine';
import { z } from 'zod';

export const Preference = z.enum(PREFERENCES);
