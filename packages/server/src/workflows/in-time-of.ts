import { invariant } from '@switchyard/engine';
import { callerAhead } from '../rails/caller-ahead.ts';
import type { WorkflowDeps } from './deps.ts';

/** The same, by the clock of the environment. It is read once: during one call or job no clock jumps. */
export function inTimeOf(deps: WorkflowDeps, environmentId: string): WorkflowDeps {
  const aheadMs = deps.clocks.aheadMs(environmentId);
  if (aheadMs === 0) return deps;
  invariant(deps.aheadMs === 0, 'a clock is moved ahead of the real time, and once');
  const { now, caller } = deps;
  return { ...deps, aheadMs, now: () => now() + aheadMs, caller: callerAhead(caller, aheadMs) };
}
