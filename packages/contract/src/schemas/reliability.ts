import { z } from 'zod';

export const PPM = z.int().min(0).max(1_000_000);

export const Reliability = z
  .strictObject({
    successPpm: PPM.describe('Chance of success, in parts per million.'),
    samples: z.int().min(0).describe('How many outcomes the figure rests on.'),
    basis: z.string().describe('Whose outcomes they are: from the narrowest cell with data to the prior.'),
  })
  .meta({ id: 'Reliability', description: 'How likely the operation is to succeed.' });
