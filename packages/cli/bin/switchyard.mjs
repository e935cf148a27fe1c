#!/usr/bin/env node
/**
 * `switchyard` on the path. Plain JavaScript, because the Node that finds it may be older than the one the project needs.
 * On an older one it asks the launcher of the checkout, which installs what is missing and picks the right Node.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 26;
const LAUNCHER = new URL('../../../scripts/switchyard.mjs', import.meta.url);

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  await import('../src/main.ts');
} else if (existsSync(fileURLToPath(LAUNCHER))) {
  process.argv.splice(2, 0, 'switchyard');
  await import(LAUNCHER.href);
} else {
  process.stderr.write(`Switchyard needs Node ${NODE_MAJOR_MIN} or newer, and this is ${process.version}.\n`);
  process.exitCode = 1;
}
