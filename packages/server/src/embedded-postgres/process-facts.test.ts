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
  // The shell becomes the second `sleep`, which never reaps the first.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60']);
  const zombie = Number(String((await once(parent.stdout, 'data'))[0]));
  assert.ok(await startIdOf(zombie));
  await sleep(1_000);
  // The pid is still taken.
  process.kill(zombie, 0);
  assert.equal(await startIdOf(zombie), undefined);
  parent.kill();
  await once(parent, 'exit');
  assert.equal(await startIdOf(parent.pid ?? 0), undefined);
});
