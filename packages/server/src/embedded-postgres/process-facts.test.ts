import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startIdOf } from './process-facts.ts';

test('names the same run of a process the same way, and another process differently', async () => {
  const own = await startIdOf(process.pid);
  assert.ok(own);
  assert.equal(await startIdOf(process.pid), own);
  assert.notEqual(await startIdOf(1), own);
});

test('takes a zombie and a pid that nobody has for gone', async () => {
  // The shell becomes `sleep` and never reaps its child.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60']);
  const zombie = Number(String((await once(parent.stdout, 'data'))[0]));
  await sleep(100);
  process.kill(zombie, 0);
  assert.equal(await startIdOf(zombie), undefined);
  parent.kill();
  await once(parent, 'exit');
  assert.equal(await startIdOf(parent.pid ?? 0), undefined);
});
