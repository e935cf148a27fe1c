import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onParentGone } from './parent-pipe.ts';

const WATCH = `
  const { onParentGone } = await import(${JSON.stringify(new URL('./parent-pipe.ts', import.meta.url).href)});
  const timer = setTimeout(() => process.exit(9), 10_000);
  onParentGone(3, () => { clearTimeout(timer); process.exitCode = 7; });
  console.log('watching');
`;

test('calls back when the other end of the pipe is gone', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WATCH], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  assert.ok(child.stdout);
  await once(child.stdout, 'data');
  child.stdio[3]?.destroy();
  assert.deepEqual(await once(child, 'exit'), [7, null]);
});

test('watches nothing when the number is no pipe', () => {
  const stop = onParentGone(987, () => assert.fail('there is no parent to lose'));
  stop();
});

test('does not keep the process alive', async () => {
  const file = fileURLToPath(new URL('./parent-pipe.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `(await import(${JSON.stringify(file)})).onParentGone(3, () => { process.exitCode = 7; });`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] },
  );
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
