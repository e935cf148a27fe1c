import { buildCommand } from '@stricli/core';
import type { CliContext } from '../context.ts';

interface ServeFlags {
  readonly role: 'all' | 'api';
}

export const serve = buildCommand<ServeFlags, [], CliContext>({
  docs: {
    brief: 'Run the service until it is told to stop',
    fullDescription:
      'Configured by SWITCHYARD_* variables; see docs/reference/configuration.md. SIGTERM and Ctrl-C drain it.',
  },
  parameters: {
    flags: {
      role: {
        kind: 'enum',
        values: ['all', 'api'],
        default: 'all',
        brief: 'all: API and jobs in one process; api: only the API, beside workers',
      },
    },
  },
  func(flags) {
    return runRole(this, flags.role);
  },
});

/** Does not come back: the process ends with the service, whatever of it may still hang. */
export async function runRole({ config }: CliContext, role: 'all' | 'api' | 'worker'): Promise<never> {
  const [{ readConfig }, { runService }] = await Promise.all([
    import('@switchyard/server/config'),
    import('@switchyard/server/run-service'),
  ]);
  process.exit(await runService(readConfig({ ...config.variables, SWITCHYARD_ROLE: role })));
}
