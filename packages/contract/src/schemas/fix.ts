import { FIX_ACTIONS } from '@switchyard/engine';
import { z } from 'zod';
import { Explanation } from './explanation.ts';

export const Fix = z
  .strictObject({
    action: z.enum(FIX_ACTIONS),
    explanation: Explanation,
    params: z.record(z.string(), z.string()).describe('What the action needs, by name.'),
  })
  .meta({ id: 'Fix', description: 'What you could do so that it would work.' });
