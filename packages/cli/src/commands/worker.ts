import { buildCommand } from '@stricli/core';
import type { CliContext } from '../context.ts';
import { runRole } from './serve.ts';

export const worker = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: 'Run a worker: jobs and housekeeping, no API',
    fullDescription:
      'Any number of them share the work on one database. Serves /livez, /readyz and /metrics.',
  },
  parameters: {},
  func() {
    return runRole(this, 'worker');
  },
});
