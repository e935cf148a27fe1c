/**
 * Runs the server so that it never outlives those who started it, and always gets the chance to stop well:
 *
 * - it has a process session of its own, so a Ctrl-C reaches it once, from here, and not from the terminal as well;
 * - when npm above us is killed, we notice and ask the server to stop;
 * - when we are killed, the pipe that it holds the other end of closes, and it stops by itself.
 */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { forwardSignals, waitForExit } from './run.mjs';

const NPM_CHECK_MS = 250;
const PIPE_FD = 3;

/**
 * @param {import('./tasks.mjs').Context} context
 * @param {string} file The program, from the root of the checkout.
 */
export async function startServer({ root, node, args, isNpmGone }, file) {
  const child = spawn(node, [join(root, file), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: true,
    env: { ...process.env, SWITCHYARD_LAUNCHER_FD: String(PIPE_FD) },
  });
  forwardSignals(child);
  child.stdio[PIPE_FD]?.on('error', () => {});
  const watch = setInterval(() => {
    if (!isNpmGone()) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, NPM_CHECK_MS);
  const code = await waitForExit(child);
  clearInterval(watch);
  return code;
}
