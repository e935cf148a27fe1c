import { buildCommand } from '@stricli/core';
import type { CliContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { formatTable, OUTPUT_ALIAS, OUTPUT_FLAG, type OutputFlags, printData, say } from '../output.ts';

interface MigrateFlags extends OutputFlags {
  readonly plan: boolean;
}

export const migrate = buildCommand<MigrateFlags, [], CliContext>({
  docs: {
    brief: 'Bring the database to the schema of this release',
    fullDescription:
      'Every start does it too; as a step of its own it can run before the first new node. Nodes of the release before keep working.',
  },
  parameters: {
    flags: {
      plan: { kind: 'boolean', default: false, brief: 'Only say what would be applied' },
      output: OUTPUT_FLAG,
    },
    aliases: OUTPUT_ALIAS,
  },
  async func(flags) {
    const [{ readConfig }, { applyMigrations, CannotStart, planMigrations }] = await Promise.all([
      import('@switchyard/server/config'),
      import('@switchyard/server/migrations'),
    ]);
    const configured = readConfig(this.config.variables);
    if (!configured.ok) throw new Failure(configured.problems.join('\n'));
    const options = { onProgress: (message: string) => say(this, message) };
    try {
      const migrations = await (flags.plan ? planMigrations : applyMigrations)(configured.config, options);
      const did = flags.plan ? 'to be applied' : 'applied';
      say(this, migrations.length === 0 ? 'Nothing to apply.' : `Migrations ${did}: ${migrations.length}.`);
      printData(this, flags, { applied: !flags.plan, migrations }, () =>
        formatTable(migrations.map(({ version, name }) => [String(version).padStart(4, '0'), name])),
      );
    } catch (error) {
      throw error instanceof CannotStart ? new Failure(error.message) : error;
    }
  },
});
