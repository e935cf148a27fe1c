import type { CommandContext, StricliProcess } from '@stricli/core';
import type { CliConfig } from './config.ts';

/** What every command is lent: the process's streams, and what the environment says. */
export interface CliContext extends CommandContext {
  readonly process: StricliProcess;
  readonly config: CliConfig;
}
