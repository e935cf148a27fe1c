import { readFileSync } from 'node:fs';
import { isCancel, text } from '@clack/prompts';
import { buildCommand } from '@stricli/core';
import type { CliContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { formatTable, OUTPUT_ALIAS, OUTPUT_FLAG, type OutputFlags, printData, say } from '../output.ts';

interface BootstrapFlags extends OutputFlags {
  readonly organisation?: string;
  readonly email?: string;
  readonly name?: string;
  readonly passwordFile?: string;
}

const optionalText = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: String, optional: true, placeholder, brief }) as const;

export const bootstrap = buildCommand<BootstrapFlags, [], CliContext>({
  docs: {
    brief: 'Create the first organisation, its owner, environments and keys',
    fullDescription:
      'Once for a service, by its own configuration. What it prints is shown this once and kept nowhere. Asks for what is not given.',
  },
  parameters: {
    flags: {
      organisation: optionalText('The name of the organisation', 'name'),
      email: optionalText('The e-mail that its owner signs in with', 'address'),
      name: optionalText("The owner's name", 'name'),
      passwordFile: optionalText('A file with the password of the owner; else one is made', 'path'),
      output: OUTPUT_FLAG,
    },
    aliases: OUTPUT_ALIAS,
  },
  async func(flags) {
    const [{ readConfig }, { bootstrap: found }, { CannotStart }] = await Promise.all([
      import('@switchyard/server/config'),
      import('@switchyard/server/bootstrap'),
      import('@switchyard/server/migrations'),
    ]);
    // Logs may go to stdout, which is for what is handed out here.
    const configured = readConfig({ ...this.config.variables, SWITCHYARD_LOG_LEVEL: 'silent' });
    if (!configured.ok) throw new Failure(configured.problems.join('\n'));
    const password = flags.passwordFile === undefined ? undefined : readPassword(flags.passwordFile);
    const founding = {
      organisation: flags.organisation ?? (await askFor('--organisation', 'Name of the organisation')),
      email: flags.email ?? (await askFor('--email', "The owner's e-mail")),
      name: flags.name ?? (await askFor('--name', "The owner's name")),
      ...(password === undefined ? {} : { password }),
    };
    const options = { onProgress: (message: string) => say(this, message) };
    const founded = await found(configured.config, founding, options).catch((error: unknown) => {
      throw error instanceof CannotStart ? new Failure(error.message) : error;
    });
    if (!founded.ok) {
      const { param, message } = founded.error;
      throw new Failure(param === undefined ? message : `${param}: ${message}`);
    }
    const { organisation, owner, environments, managementToken } = founded.value;
    printData(this, flags, founded.value, () =>
      formatTable([
        ['Organisation', organisation.id],
        ['Owner', owner.email],
        ...(owner.password === undefined ? [] : [['Password', owner.password]]),
        ['Management token', managementToken],
        ['Test environment', environments.test.id],
        ['Test key', environments.test.apiKey],
        ['Live environment', environments.live.id],
        ['Live key', environments.live.apiKey],
      ]),
    );
    say(this, 'Keep these now: none of the secrets is shown again.');
  },
});

function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new Failure(`${path} cannot be read.`);
  }
}

async function askFor(flag: string, message: string): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new Failure(`${flag} is missing.`, 2);
  const answer = await text({ message, output: process.stderr });
  if (isCancel(answer)) throw new Failure('Nothing was created.');
  return answer;
}
