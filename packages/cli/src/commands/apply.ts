import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { confirm, isCancel } from '@clack/prompts';
import { buildCommand } from '@stricli/core';
import { askService } from '../ask-service.ts';
import { followReferences } from '../configuration/follow-references.ts';
import { formatPlan, isEffective, type PlannedChange } from '../configuration/format-plan.ts';
import type { CliContext } from '../context.ts';
import { ENVIRONMENT_FLAGS, type EnvironmentFlags, findEnvironment } from '../environment-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { OUTPUT_ALIAS, OUTPUT_FLAG, type OutputFlags, printData, say } from '../output.ts';

interface ApplyFlags extends EnvironmentFlags, OutputFlags {
  readonly yes: boolean;
  readonly prune: boolean;
}

interface Plan {
  readonly problems: readonly { readonly path: string; readonly line?: number; readonly problem: string }[];
  readonly digest: string | null;
  readonly changes: readonly PlannedChange[];
}

interface Applied {
  readonly webhookSecrets: readonly { readonly url: string; readonly secret: string }[];
}

export const apply = buildCommand<ApplyFlags, [string], CliContext>({
  docs: {
    brief: 'Bring an environment to what a file says: policy, connections, prices, webhooks',
    fullDescription: `Shows what would change, and asks; --yes goes ahead. Where nobody can be asked it ends with ${EXIT.changesPending} when there
are changes. Secrets are references in the file, such as \${env:NAME} or \${file:path}, and are followed here. Needs a
management token in SWITCHYARD_MANAGE_TOKEN. The format: docs/guides/routing-configuration.md.`,
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ parse: String, placeholder: 'file.yaml', brief: 'The file, or - for standard input' }],
    },
    flags: {
      ...ENVIRONMENT_FLAGS,
      yes: { kind: 'boolean', default: false, brief: 'Make the changes without asking' },
      prune: { kind: 'boolean', default: false, brief: 'Also remove what the file does not mention' },
      output: OUTPUT_FLAG,
    },
    aliases: { ...OUTPUT_ALIAS, y: 'yes' },
  },
  async func(flags, file) {
    const proposal = { ...readProposal(this, file), prune: flags.prune };
    const { id, mode, name } = await findEnvironment(this.config, flags);
    const path = `/manage/v1/environments/${id}/configuration`;
    const ask = (verb: string, body: object) =>
      askService(this.config, { method: 'POST', path: `${path}/${verb}`, body, url: flags.url });
    // The service's own answer, whose shape its contract promises.
    const { problems, digest, changes } = (await ask('plan', proposal)) as Plan;
    if (problems.length > 0) throw new Failure(problems.map((problem) => describe(file, problem)).join('\n'));
    const print = (applied: boolean, webhookSecrets: Applied['webhookSecrets'] = []) =>
      printData(this, flags, { environment: id, applied, changes, webhookSecrets }, () =>
        formatPlan(changes),
      );
    say(this, `${name} (${mode}, ${id})`);
    if (!changes.some(isEffective)) return print(false);
    const isWanted = flags.yes || (flags.output === 'text' && (await isConfirmed(() => print(false))));
    if (!isWanted) {
      if (flags.output === 'json' || !process.stdin.isTTY) print(false);
      throw new Failure('Nothing was changed. Say --yes to make the changes.', EXIT.changesPending);
    }
    const { webhookSecrets } = (await ask('apply', { ...proposal, plan: digest })) as Applied;
    if (flags.yes) print(true, webhookSecrets);
    if (flags.output === 'text') {
      for (const { url, secret } of webhookSecrets) this.process.stdout.write(`${url}  ${secret}\n`);
      if (webhookSecrets.length > 0) say(this, 'Keep these now: signing secrets are not shown again.');
    }
    say(this, 'Applied.');
  },
});

function readProposal({ config }: CliContext, file: string) {
  const text = readText(file === '-' ? 0 : file);
  if (text === undefined) throw new Failure(`${file} cannot be read.`);
  const from = file === '-' ? '.' : dirname(file);
  const followed = followReferences(text, {
    variables: config.variables,
    readFile: (path) => readText(resolve(from, path)),
  });
  if (!followed.ok) throw new Failure(followed.problems.join('\n'));
  return { text, secrets: followed.secrets };
}

function readText(path: string | number): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function describe(file: string, { path, line, problem }: Plan['problems'][number]): string {
  const place = [line === undefined ? file : `${file}:${line}`, path].filter((part) => part !== '').join(' ');
  return `${place}: ${problem}`;
}

/** Shows the plan first; where there is no terminal nobody has said yes. */
async function isConfirmed(show: () => void): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  show();
  const answer = await confirm({
    message: 'Make these changes?',
    initialValue: false,
    output: process.stderr,
  });
  return !isCancel(answer) && answer;
}
