import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

const Rate = z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/);

export const Fx = z
  .strictObject({
    rate: Rate.describe('Units of the asset received per unit sent, as a decimal string.'),
    mid: Rate.describe('The mid-market rate at that moment.'),
    source: z.string().describe('Where the mid-market rate is from.'),
    lockedUntil: Timestamp.optional().describe('The provider holds the rate until then.'),
  })
  .meta({ id: 'Fx', description: 'A conversion from one asset into another.' });
