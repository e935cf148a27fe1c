/** The command line as a program. */
import { runCli } from './app.ts';
import { readConfig } from './config.ts';

process.exitCode = await runCli(process.argv.slice(2), { process, config: readConfig(process.env) });
