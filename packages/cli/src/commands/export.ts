import { buildCommand } from '@stricli/core';
import { askService } from '../ask-service.ts';
import type { CliContext } from '../context.ts';
import { ENVIRONMENT_FLAGS, type EnvironmentFlags, findEnvironment } from '../environment-flags.ts';
import { Failure } from '../failure.ts';
import { OUTPUT_ALIAS, OUTPUT_FLAG, type OutputFlags, printData } from '../output.ts';

export const exportConfiguration = buildCommand<EnvironmentFlags & OutputFlags, [], CliContext>({
  docs: {
    brief: 'Print the configuration of an environment as a file for apply',
    fullDescription: 'Credentials are not part of it. Needs a management token in SWITCHYARD_MANAGE_TOKEN.',
  },
  parameters: { flags: { ...ENVIRONMENT_FLAGS, output: OUTPUT_FLAG }, aliases: OUTPUT_ALIAS },
  async func(flags) {
    const { id, name } = await findEnvironment(this.config, flags);
    const path = `/manage/v1/environments/${id}/configuration`;
    // The service's own answer, whose shape its contract promises.
    const { text } = (await askService(this.config, { method: 'GET', path, url: flags.url })) as {
      readonly text: string | null;
    };
    if (text === null) throw new Failure(`Nothing is configured in ${name} yet.`);
    printData(this, flags, { environment: id, text }, () => text.trimEnd());
  },
});
