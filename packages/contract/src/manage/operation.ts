import type { z } from 'zod';
import { type BaseOperation, type Definition, derived, type Typed } from '../operation.ts';
import type { Role } from './roles.ts';

/**
 * One operation of the management API. Its `role` is the least that may call it: with the table of roles that is all
 * there is to know of who may do what. The environment an operation is about is in its path.
 */
export interface ManageOperation extends BaseOperation {
  readonly path: `/manage/v1/${string}`;
  /** `anyone` needs neither token nor session. */
  readonly role: Role | 'anyone';
}

type Part = z.ZodObject | undefined;

/**
 * Management writes take no `Idempotency-Key`: what one of them creates may be a secret that is shown once and kept
 * nowhere, and so cannot be shown again.
 */
export function defineManageOperation<
  const N extends string,
  O extends z.ZodType,
  P extends Part = undefined,
  Q extends Part = undefined,
  B extends Part = undefined,
>(
  definition: Definition<N, O, P, Q, B> & Pick<ManageOperation, 'path' | 'role'>,
): Typed<ManageOperation, N, O, P, Q, B> {
  return { ...definition, ...derived(definition), idempotent: false, cacheable: false };
}
