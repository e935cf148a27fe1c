import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A terminal's Ctrl-C reaches us from the terminal and, through npm, once more. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a program in place of this one: same input and output, same end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export async function run(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  forwardSignals(child);
  return waitForExit(child);
}

/**
 * The exit code as a shell would give it, a signal being 128 and its number.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
    );
  });
}

/**
 * Passes on what asks this process to end, each request once. A terminal that closes is a request like any other. The
 * function returned says which signal came.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined}
 */
export function forwardSignals(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  let receivedAt = 0;
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      const now = Date.now();
      if (signal === received && now - receivedAt < SAME_SIGNAL_MS) return;
      received = signal;
      receivedAt = now;
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  return () => received;
}
