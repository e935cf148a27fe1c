import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { biome, check, DOCS } from './check.mjs';
import { run } from './run.mjs';
import { startServer } from './start-server.mjs';
import { testArguments } from './test-arguments.mjs';

/**
 * @typedef {object} Context
 * @property {string} root
 * @property {string} node The Node that runs the project.
 * @property {readonly string[]} args
 * @property {() => boolean} isNpmGone
 *
 * @typedef {{ needsDevPackages: boolean, run: (context: Context) => Promise<number> }} Task `run` gives the exit code.
 */

const SERVER = 'packages/server/src/main.ts';
const CLI = 'packages/cli/src/main.ts';
const RUNS_ON = new Set(['dev', 'serve', 'worker']);

/** What `npm run` offers, by name. @type {Readonly<Record<string, Task>>} */
export const TASKS = {
  start: { needsDevPackages: false, run: (context) => startServer(context, SERVER) },
  test: {
    needsDevPackages: true,
    run: ({ root, node, args }) => run(node, testArguments(args), { cwd: root }),
  },
  check: { needsDevPackages: true, run: check },
  format: {
    needsDevPackages: true,
    run: ({ root, node, args }) => run(node, [biome(root), 'check', '--write', '.', ...args], { cwd: root }),
  },
  docs: program(DOCS, true),
  schema: program('scripts/schema.ts', true),
  citus: program('scripts/citus.ts', true),
  bench: program('bench/main.ts', true),
  prove: program('test/prove/main.ts', true),
  keys: program('packages/server/src/keys.ts', false),
  switchyard: { needsDevPackages: false, run: runCli },
};

/**
 * The command line. What runs until it is stopped is watched over as the server is; anything else has the terminal.
 *
 * @param {Context} context
 */
async function runCli(context) {
  if (RUNS_ON.has(context.args[0] ?? '')) return startServer(context, CLI);
  return run(context.node, [join(context.root, CLI), ...context.args], {});
}

/**
 * @param {string} file
 * @param {boolean} needsDevPackages
 * @returns {Task}
 */
function program(file, needsDevPackages) {
  return {
    needsDevPackages,
    run: async ({ root, node, args }) => {
      const path = join(root, file);
      if (!existsSync(path)) throw new Error(`There is no ${file} in this checkout.`);
      return run(node, [path, ...args], {});
    },
  };
}
