/** The only reader of the environment here. Commands that run the service hand all of it on to the service's own reader. */
import { readFileSync } from 'node:fs';

export interface CliConfig {
  /** Where the service is, for commands that talk to one. */
  readonly url: string;
  /** Undefined: none is set, or the file that should hold it cannot be read. */
  readonly manageToken?: string;
  readonly variables: Variables;
}

export type Variables = Readonly<Record<string, string | undefined>>;

const URL_DEFAULT = 'http://127.0.0.1:4400';

export function readConfig(variables: Variables): CliConfig {
  const manageToken =
    variables.SWITCHYARD_MANAGE_TOKEN || readIfThere(variables.SWITCHYARD_MANAGE_TOKEN_FILE);
  return {
    url: variables.SWITCHYARD_URL || URL_DEFAULT,
    ...(manageToken === undefined ? {} : { manageToken }),
    variables,
  };
}

function readIfThere(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
