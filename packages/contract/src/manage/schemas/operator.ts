import { z } from 'zod';
import { EMAIL_LENGTH_MAX } from '../../limits.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { text } from '../../text.ts';
import { OPERATOR_NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../limits.ts';
import { RoleName } from '../roles.ts';
import { OperatorId } from './id.ts';

export const OperatorParams = z.strictObject({ id: OperatorId.describe('The operator.') });

export const OperatorQuery = z.strictObject({
  after: OperatorId.exactOptional().describe('The last operator received; the page begins after it.'),
  limit: PageSize,
});

export const OperatorCreate = z
  .strictObject({
    email: z
      .email()
      .max(EMAIL_LENGTH_MAX)
      .describe('What the operator signs in with. One e-mail, one operator.'),
    name: text({ min: 1, max: OPERATOR_NAME_LENGTH_MAX }).exactOptional(),
    role: RoleName,
  })
  .meta({ id: 'OperatorCreate' });

export const OperatorUpdate = z.strictObject({ role: RoleName }).meta({ id: 'OperatorUpdate' });

export const PasswordChange = z
  .strictObject({
    currentPassword: text({ min: 1, max: PASSWORD_LENGTH_MAX }),
    newPassword: text({ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX }),
  })
  .meta({ id: 'PasswordChange' });

const fields = {
  id: OperatorId,
  object: z.literal('operator'),
  email: z.email(),
  name: z.string().optional(),
  role: RoleName,
  status: z.enum(['active', 'disabled']).describe('Whoever is `disabled` is signed out and cannot sign in.'),
  lastSignedInAt: Timestamp.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Operator = z
  .strictObject(fields)
  .meta({ id: 'Operator', description: 'A person who runs this Switchyard for your organisation.' });
export type Operator = z.output<typeof Operator>;

export const OperatorWithPassword = z
  .strictObject({
    ...fields,
    password: z
      .string()
      .describe('The first password, for you to hand over. It is shown this once; its owner changes it.'),
  })
  .meta({ id: 'OperatorWithPassword', description: 'An operator who has just been given a password.' });

export const OperatorPage = pageOf(Operator, 'OperatorPage');
