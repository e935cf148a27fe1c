import { z } from 'zod';
import { Amount } from './amount.ts';

/** Money that stays behind on the way. What the sums leave over by rounding is a fee with the name `rounding`. */
export const Fee = z
  .strictObject({
    name: z.string().describe('What the fee is for; `rounding` for what the sums leave over.'),
    rail: z.string().optional().describe('Who takes it.'),
    amount: Amount,
  })
  .meta({ id: 'Fee', description: 'A deduction from the money on its way.' });
export type Fee = z.output<typeof Fee>;
