import type { ManagedEnvironment } from '../store/organisations.ts';
import type { Presented } from './operation.ts';

export function presentEnvironment(environment: ManagedEnvironment): Presented<'environments.get'> {
  const { id, mode, name, returnOrigins, createdAt, updatedAt } = environment;
  return {
    id,
    object: 'environment',
    mode,
    name,
    settings: { returnOrigins },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
