import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { takeInstallLock } from './install-lock.mjs';
import { hasDevPackages, missingPackages } from './missing-packages.mjs';
import { say, showProgress } from './progress.mjs';
import { forwardSignals, waitForExit } from './run.mjs';

const OUTPUT_LINES_SHOWN = 30;

/**
 * Makes sure that what the lockfile names for this platform is installed. Does nothing, in a few milliseconds, when it is.
 *
 * @param {string} root
 * @param {boolean} withDev
 */
export async function ensureInstalled(root, withDev) {
  if (isInstalled(root, withDev)) return;
  const lock = await takeInstallLock(root, (pid) =>
    say(`Waiting for another start (pid ${pid}) to finish installing.`),
  );
  try {
    // Whoever had the lock before may have installed all of it.
    if (!isInstalled(root, withDev)) await install(root, withDev, lock);
  } finally {
    lock.release();
  }
}

/**
 * @param {string} root
 * @param {boolean} withDev
 */
function isInstalled(root, withDev) {
  const wanted = readLockfile(root, 'package-lock.json');
  const installed = readLockfile(root, 'node_modules/.package-lock.json');
  if (wanted === undefined) throw new Error('There is no package-lock.json: this is not a whole checkout.');
  const platform = { os: process.platform, cpu: process.arch, libc };
  if (missingPackages(wanted, installed, platform, withDev).length > 0) return false;
  const places = Object.keys(installed?.packages ?? {}).filter((place) => place.includes('node_modules/'));
  return places.every((place) => existsSync(join(root, place, 'package.json')));
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {import('./missing-packages.mjs').Lockfile | undefined}
 */
function readLockfile(root, file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @returns {string | undefined} */
function libc() {
  if (process.platform !== 'linux') return undefined;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/**
 * @param {string} root
 * @param {boolean} withDev
 * @param {import('./install-lock.mjs').InstallLock} lock
 */
async function install(root, withDev, lock) {
  const { command, args } = npm();
  const done = showProgress('Installing dependencies');
  const child = spawn(command, [...args, ...npmArguments(root, withDev)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @type {Buffer[]} */
  const output = [];
  child.stdout.on('data', (data) => output.push(data));
  child.stderr.on('data', (data) => output.push(data));
  if (child.pid !== undefined) lock.addPid(child.pid);
  const received = forwardSignals(child);
  const code = await waitForExit(child);
  const signal = received();
  if (code === 0 && signal === undefined) return done('Installed dependencies');
  done('Dependencies were not installed');
  if (signal !== undefined) throw new Error(`Stopped by ${signal}.`);
  say(Buffer.concat(output).toString().trimEnd().split('\n').slice(-OUTPUT_LINES_SHOWN).join('\n'));
  throw new Error(
    `npm could not install the dependencies (it ended with ${code}): see its last words above.`,
  );
}

/** The npm that started us, if it is one, run by the Node that runs it: the `node` on the path may be about to be replaced. */
function npm() {
  const { npm_execpath: cli, npm_node_execpath: node = process.execPath } = process.env;
  return cli !== undefined && basename(cli) === 'npm-cli.js' && existsSync(cli)
    ? { command: node, args: [cli] }
    : { command: 'npm', args: [] };
}

/**
 * `npm ci` is exact, and begins by removing everything. Where there is an installation already, a service may be running
 * from it, so only what differs is changed then; the lockfile decides the versions all the same, and is not written.
 *
 * @param {string} root
 * @param {boolean} withDev
 */
function npmArguments(root, withDev) {
  const wanted = readLockfile(root, 'package-lock.json') ?? { packages: {} };
  const installed = readLockfile(root, 'node_modules/.package-lock.json');
  const dev = withDev || hasDevPackages(wanted, installed) ? '--include=dev' : '--omit=dev';
  const verb = installed === undefined ? ['ci'] : ['install', '--no-save'];
  return [
    ...verb,
    dev,
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
}
