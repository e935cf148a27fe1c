import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run, waitForExit } from './run.mjs';
import { testArguments } from './test-arguments.mjs';

/**
 * Everything that must hold before a change is merged, cheapest first, ending at the first that does not.
 *
 * @param {import('./tasks.mjs').Context} context
 */
export async function check({ root, node, args }) {
  const withTests = !args.includes('--without-tests');
  const colours = process.stdout.isTTY ? '--colors=force' : '--colors=off';
  const steps = [
    { name: 'format, lint', args: [biome(root), 'ci', colours, '.'], isLong: false },
    { name: 'types', args: [typescript(root), '-p', 'tsconfig.json'], isLong: false },
    ...(existsSync(join(root, DOCS)) ? [{ name: 'docs', args: [DOCS, '--check'], isLong: false }] : []),
    ...(withTests ? [{ name: 'tests', args: testArguments([]), isLong: true }] : []),
  ];
  /** @type {string[]} */
  const table = [];
  for (const step of steps) {
    const begunAt = Date.now();
    const { code, output } = step.isLong
      ? { code: await run(node, step.args, { cwd: root }), output: '' }
      : await runQuietly(node, step.args, root);
    const seconds = ((Date.now() - begunAt) / 1000).toFixed(1);
    table.push(`${code === 0 ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(14)}${seconds.padStart(6)} s`);
    if (code === 0) continue;
    console.log(`${output}\n${table.join('\n')}`);
    return code;
  }
  console.log(`\n${table.join('\n')}`);
  return 0;
}

export const DOCS = 'scripts/docs.ts';

/** @param {string} root */
export function biome(root) {
  return join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
}

/** @param {string} root */
function typescript(root) {
  return join(root, 'node_modules', 'typescript', 'bin', 'tsc');
}

/**
 * @param {string} node
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function runQuietly(node, args, cwd) {
  const child = spawn(node, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (/** @type {Buffer} */ data) => {
    output += data.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { code: await waitForExit(child), output };
}
