import { z } from 'zod';
import { text } from '../../text.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../limits.ts';
import { Label } from './label.ts';
import { OperatorCreate } from './operator.ts';

/** What is told of the first organisation and its owner, before there is anybody who could call the API. */
export const Founding = z.strictObject({
  organisation: Label,
  email: OperatorCreate.shape.email,
  name: OperatorCreate.shape.name,
  /** Without, one is made. */
  password: text({ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX }).exactOptional(),
});
export type Founding = z.output<typeof Founding>;
