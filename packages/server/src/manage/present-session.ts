import type { Operator } from '../domain/manage/operator.ts';
import type { Presented } from './operation.ts';
import { presentOperator } from './present-operator.ts';

export function presentSession(
  session: {
    readonly id: string;
    readonly createdAt: Date;
    readonly idleExpiresAt: Date;
    readonly expiresAt: Date;
  },
  operator: Operator,
): Presented<'sessions.create'> {
  return {
    id: session.id,
    object: 'session',
    operator: presentOperator(operator),
    createdAt: session.createdAt.toISOString(),
    idleExpiresAt: session.idleExpiresAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  };
}
