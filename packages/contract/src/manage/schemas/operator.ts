import { z } from 'zod';
import { Timestamp } from '../../schemas/timestamp.ts';
import { RoleName } from '../roles.ts';
import { OperatorId } from './id.ts';

export const Operator = z
  .strictObject({
    id: OperatorId,
    object: z.literal('operator'),
    email: z.email(),
    name: z.string().optional(),
    role: RoleName,
    status: z
      .enum(['active', 'disabled'])
      .describe('Whoever is `disabled` is signed out and cannot sign in.'),
    lastSignedInAt: Timestamp.optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Operator', description: 'A person who runs this Switchyard for your organisation.' });
export type Operator = z.output<typeof Operator>;
