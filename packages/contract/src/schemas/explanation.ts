import { z } from 'zod';

/** Why something is as it is: a stable key for programs, its values, and the sentence they make. */
export const Explanation = z
  .strictObject({
    key: z.string().describe('Stable name of the reason; safe to branch on and to translate.'),
    vars: z.record(z.string(), z.string()).describe('The values the sentence speaks of, by name.'),
    message: z.string().describe('The sentence, in English.'),
  })
  .meta({
    id: 'Explanation',
    description: 'Why something is as it is: a stable key, its values, and a sentence.',
  });
export type Explanation = z.output<typeof Explanation>;
