import { buildCommand } from '@stricli/core';
import { askService } from '../ask-service.ts';
import type { CliContext } from '../context.ts';
import { OUTPUT_ALIAS, OUTPUT_FLAG, type OutputFlags, printData } from '../output.ts';
import { URL_FLAG, type UrlFlags } from '../url-flag.ts';

interface OpenapiFlags extends OutputFlags, UrlFlags {
  readonly manage: boolean;
}

export const openapi = buildCommand<OpenapiFlags, [], CliContext>({
  docs: { brief: 'Print the OpenAPI document of a running service', fullDescription: 'It needs no key.' },
  parameters: {
    flags: {
      manage: { kind: 'boolean', default: false, brief: 'The management API, instead of the payments API' },
      url: URL_FLAG,
      output: OUTPUT_FLAG,
    },
    aliases: OUTPUT_ALIAS,
  },
  async func(flags) {
    const path = flags.manage ? '/manage/v1/openapi.json' : '/v1/openapi.json';
    const document = await askService(this.config, { method: 'GET', path, url: flags.url });
    printData(this, flags, document, () => JSON.stringify(document, null, 2));
  },
});
