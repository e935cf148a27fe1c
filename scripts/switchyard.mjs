#!/usr/bin/env node
/**
 * The launcher behind every `npm run …` of this project. It is plain JavaScript without a dependency, because it is what
 * runs on a fresh clone, on Node 20, before anything is installed. It installs what is missing, picks the Node that the
 * project needs, and hands over.
 */

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './launcher/install.mjs';
import { rememberNpm } from './launcher/npm-parent.mjs';
import { say } from './launcher/progress.mjs';
import { chooseRuntime } from './launcher/runtime.mjs';
import { TASKS } from './launcher/tasks.mjs';

const isNpmGone = rememberNpm();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Compiled sources are kept for the next process: loading the server takes half the time, and the tests start hundreds.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'switchyard');

const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;

if (task === undefined) {
  say(`Usage: npm run ${Object.keys(TASKS).join(' | ')}`);
  process.exitCode = 2;
} else {
  try {
    await ensureInstalled(root, task.needsDevPackages);
    process.exitCode = await task.run({ root, node: chooseRuntime(root), args, isNpmGone });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
