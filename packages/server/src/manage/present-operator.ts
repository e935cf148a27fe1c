import type { Operator } from '../domain/manage/operator.ts';
import type { Presented } from './operation.ts';

export function presentOperator(operator: Operator): Presented<'sessions.create'>['operator'] {
  const { id, role, status, profile, lastSignedInAt, createdAt, updatedAt } = operator;
  return {
    id,
    object: 'operator',
    email: profile.email,
    ...(profile.name === undefined ? {} : { name: profile.name }),
    role,
    status,
    ...(lastSignedInAt === undefined ? {} : { lastSignedInAt: lastSignedInAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
