import { buildCommand } from '@stricli/core';
import type { CliContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { formatTable, OUTPUT_ALIAS, OUTPUT_FLAG, type OutputFlags, printData, say } from '../output.ts';

export const restored = buildCommand<OutputFlags, [], CliContext>({
  docs: {
    brief: 'After the database came back from a backup, before the first start',
    fullDescription:
      'Every payment that is open in the backup may have gone on since: its legs become unknown and are asked about, and nothing is sent blindly. Quotes that could still be paid are taken back. Stop every node first.',
  },
  parameters: { flags: { output: OUTPUT_FLAG }, aliases: OUTPUT_ALIAS },
  async func(flags) {
    const [{ readConfig }, { CannotStart, settleRestore }] = await Promise.all([
      import('@switchyard/server/config'),
      import('@switchyard/server/restored'),
    ]);
    const configured = readConfig(this.config.variables);
    if (!configured.ok) throw new Failure(configured.problems.join('\n'));
    try {
      const options = { onProgress: (message: string) => say(this, message) };
      const environments = await settleRestore(configured.config, options);
      say(this, 'Every open payment will be asked about when the service starts.');
      printData(this, flags, { environments }, () =>
        formatTable([
          ['ENVIRONMENT', 'MODE', 'OPEN PAYMENTS', 'QUOTES TAKEN BACK'],
          ...environments.map(({ environment, mode, payments, quotes }) => [
            environment,
            mode,
            String(payments),
            String(quotes),
          ]),
        ]),
      );
    } catch (error) {
      throw error instanceof CannotStart ? new Failure(error.message) : error;
    }
  },
});
