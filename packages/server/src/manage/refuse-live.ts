import { fail } from '../domain/failure.ts';
import type { ManagedEnvironment } from '../store/organisations.ts';

/** What is for tests alone is refused in live; undefined where it is allowed. */
export function refuseLive({ mode }: ManagedEnvironment): ReturnType<typeof fail> | undefined {
  return mode === 'live'
    ? fail('state_conflict', 'environment.test_only', { param: 'environment' })
    : undefined;
}
