import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testArguments } from './test-arguments.mjs';

test('runs every test file when none is named', () => {
  const args = testArguments(['--test-name-pattern', 'foo']);
  assert.equal(args[args.indexOf('--test-name-pattern') + 1], 'foo');
  for (const part of ['packages/*/src', 'test', 'scripts', 'bench']) {
    assert.ok(args.includes(`${part}/**/*.test.ts`), `${part} is left out`);
  }
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
