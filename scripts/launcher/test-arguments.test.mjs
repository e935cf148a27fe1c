import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testArguments } from './test-arguments.mjs';

test('runs every test file when none is named', () => {
  const args = testArguments(['--test-name-pattern', 'foo']);
  assert.deepEqual(args.slice(-6, -4), ['--test-name-pattern', 'foo']);
  assert.ok(args.includes('packages/*/src/**/*.test.ts'));
});

test('runs only the files that are named', () => {
  const args = testArguments(['packages/engine/src/amount.test.ts', '--test-only']);
  assert.deepEqual(args.slice(-2), ['--test-only', 'packages/engine/src/amount.test.ts']);
  assert.ok(!args.includes('test/**/*.test.ts'));
});

test('lets a flag replace ours', () => {
  const args = testArguments(['--test-reporter=tap']);
  assert.deepEqual(
    args.filter((arg) => arg.startsWith('--test-reporter')),
    ['--test-reporter=tap'],
  );
});
