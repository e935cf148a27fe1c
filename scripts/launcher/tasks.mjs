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

/** What `npm run` offers, by name. @type {Readonly<Record<string, Task>>} */
export const TASKS = {
  start: { needsDevPackages: false, run: startServer },
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
  bench: program('bench/main.ts', true),
  prove: program('test/prove/main.ts', true),
  keys: program('packages/server/src/keys.ts', false),
  restored: program('packages/server/src/restored.ts', false),
};

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
