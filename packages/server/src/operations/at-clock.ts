import { inTimeOf } from '../workflows/in-time-of.ts';
import type { OperationDeps } from './operation.ts';

/** The same, by the clock of the environment: the very same where nobody has moved it. */
export function atClock(deps: OperationDeps, environmentId: string): OperationDeps {
  const workflows = inTimeOf(deps.workflows, environmentId);
  return workflows === deps.workflows ? deps : { ...deps, workflows };
}
