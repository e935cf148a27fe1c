/** Every command, by its name, and what happens to a line that is not one. */
import {
  type ApplicationText,
  buildApplication,
  buildRouteMap,
  ExitCode,
  run,
  type StricliProcess,
  text_en,
} from '@stricli/core';
import { SwitchyardError } from '@switchyard/client';
import { COMMANDS } from './commands.ts';
import type { CliConfig } from './config.ts';
import type { CliContext } from './context.ts';
import { EXIT } from './exit-codes.ts';
import { Failure } from './failure.ts';

export interface CliSurroundings {
  readonly process: Pick<StricliProcess, 'stdout' | 'stderr'>;
  readonly config: CliConfig;
}

/** Runs one line and answers the exit code. Node's own `process` fits. */
export async function runCli(
  inputs: readonly string[],
  { process, config }: CliSurroundings,
): Promise<number> {
  const streams: StricliProcess = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: { STRICLI_SKIP_VERSION_CHECK: '1', ...(config.variables.NO_COLOR ? { STRICLI_NO_COLOR: '1' } : {}) },
  };
  await run(APP, inputs, { process: streams, config });
  return exitCodeOf(streams.exitCode);
}

const TEXT: ApplicationText = {
  ...text_en,
  exceptionWhileRunningCommand: (error) => sentenceOf(error),
  commandErrorResult: (error) => sentenceOf(error),
};

const APP = buildApplication<CliContext>(
  buildRouteMap<keyof typeof COMMANDS, CliContext>({
    routes: COMMANDS,
    docs: {
      brief: 'Switchyard: payment routing on your own machines',
      fullDescription: `Data goes to stdout and progress to stderr; every command takes -o json.
It ends with 0 when all is done, 1 when something failed, 2 when the line made no sense, and 3 when apply found
changes that nobody asked to make.`,
    },
  }),
  {
    name: 'switchyard',
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { caseStyle: 'convert-camel-to-kebab', useAliasInUsageLine: false },
    localization: { text: TEXT },
    determineExitCode: (error) => (error instanceof Failure ? error.exitCode : EXIT.failed),
  },
);

/** What is expected to go wrong is a sentence; a stack is shown only of what is not. */
function sentenceOf(error: unknown): string {
  if (error instanceof SwitchyardError) {
    const { message, param, requestId } = error;
    const place = param === undefined ? '' : ` (${param})`;
    return `${message}${place}${requestId === undefined ? '' : `\nRequest-Id: ${requestId}`}`;
  }
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The library's own are negative, which a shell would show as 251 and the like. */
function exitCodeOf(code: StricliProcess['exitCode']): number {
  if (code === ExitCode.UnknownCommand || code === ExitCode.InvalidArgument) return EXIT.usage;
  const number = Number(code ?? 0);
  return number < 0 ? EXIT.failed : number;
}
