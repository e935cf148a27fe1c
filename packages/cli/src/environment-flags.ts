/** Which environment a command is about: by its id, else the only test one; a live one only when that is said. */
import { askService } from './ask-service.ts';
import type { CliConfig } from './config.ts';
import { Failure } from './failure.ts';
import { URL_FLAG, type UrlFlags } from './url-flag.ts';

export interface EnvironmentFlags extends UrlFlags {
  readonly environment?: string;
  readonly live: boolean;
}

export const ENVIRONMENT_FLAGS = {
  url: URL_FLAG,
  environment: {
    kind: 'parsed',
    parse: String,
    optional: true,
    placeholder: 'id',
    brief: 'The environment; else the only test environment',
  },
  live: { kind: 'boolean', default: false, brief: 'The only live environment, instead of the test one' },
} as const;

interface Listed {
  readonly id: string;
  readonly mode: 'test' | 'live';
  readonly name: string;
}

export async function findEnvironment(config: CliConfig, flags: EnvironmentFlags): Promise<Listed> {
  if (config.manageToken === undefined) {
    throw new Failure('Set SWITCHYARD_MANAGE_TOKEN, or SWITCHYARD_MANAGE_TOKEN_FILE, to a management token.');
  }
  const path = '/manage/v1/environments?limit=100';
  // The service's own answer, whose shape its contract promises.
  const { data } = (await askService(config, { method: 'GET', path, url: flags.url })) as {
    readonly data: readonly Listed[];
  };
  if (flags.environment !== undefined) {
    const found = data.find(({ id }) => id === flags.environment);
    if (found === undefined)
      throw new Failure(`There is no environment ${flags.environment}.${listOf(data)}`);
    return found;
  }
  const mode = flags.live ? 'live' : 'test';
  const [only, ...others] = data.filter((environment) => environment.mode === mode);
  if (only === undefined) throw new Failure(`There is no ${mode} environment.${listOf(data)}`);
  if (others.length > 0) {
    throw new Failure(`There are several ${mode} environments; say which with --environment.${listOf(data)}`);
  }
  return only;
}

function listOf(environments: readonly Listed[]): string {
  return environments.map(({ id, mode, name }) => `\n  ${id}  ${mode}  ${name}`).join('');
}
