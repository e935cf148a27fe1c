import { buildCommand } from '@stricli/core';
import type { CliContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { formatTable, OUTPUT_ALIAS, OUTPUT_FLAG, type OutputFlags, printData } from '../output.ts';

export const doctor = buildCommand<OutputFlags, [], CliContext>({
  docs: {
    brief: 'Check configuration, database, clock, migrations and keys',
    fullDescription: 'Changes nothing. Ends with 1 when a check failed.',
  },
  parameters: { flags: { output: OUTPUT_FLAG }, aliases: OUTPUT_ALIAS },
  async func(flags) {
    const [{ readConfig }, { examine }] = await Promise.all([
      import('@switchyard/server/config'),
      import('@switchyard/server/examine'),
    ]);
    const findings = await examine(readConfig(this.config.variables), () => Date.now());
    printData(this, flags, { findings }, () =>
      formatTable(findings.map(({ state, check, message }) => [state, check, message])),
    );
    const failed = findings.filter(({ state }) => state === 'failed').length;
    if (failed > 0) throw new Failure(`${failed} of ${findings.length} checks failed.`);
  },
});
