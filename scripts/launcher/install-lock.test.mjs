import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { takeInstallLock } from './install-lock.mjs';

const root = mkdtempSync(join(tmpdir(), 'switchyard-install-'));
after(() => rmSync(root, { recursive: true, force: true }));

const MODULE = new URL('./install-lock.mjs', import.meta.url).href;

/**
 * @param {string} checkout
 * @param {string} body What a process does once it has the lock of the checkout.
 */
function holder(checkout, body) {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { takeInstallLock } from ${JSON.stringify(MODULE)};
    const lock = await takeInstallLock(${JSON.stringify(checkout)}, () => {});
    const note = (word) => appendFileSync(${JSON.stringify(join(checkout, 'notes'))}, word + '\\n');
    ${body}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('is held by one process at a time, also when it is taken over from a dead one', async () => {
  const checkout = join(root, 'many');
  const lock = join(checkout, '.switchyard', 'install.lock');
  mkdirSync(lock, { recursive: true });
  writeFileSync(join(lock, '999999999-dead'), '999999999');
  const body = `note('in'); await sleep(20); note('out'); lock.release();`;
  await Promise.all(Array.from({ length: 5 }, () => once(holder(checkout, body), 'exit')));
  assert.equal(readFileSync(join(checkout, 'notes'), 'utf8'), 'in\nout\n'.repeat(5));
  assert.ok(!existsSync(join(checkout, '.switchyard')));
});

test('is not taken from a dead launcher whose npm still runs', async () => {
  const checkout = join(root, 'orphan');
  mkdirSync(checkout);
  const npm = spawn('sleep', ['60']);
  const launcher = holder(checkout, `lock.addPid(${npm.pid}); console.log('held'); await sleep(60_000);`);
  await once(launcher.stdout, 'data');
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  /** @type {number[]} */
  const waitedFor = [];
  const taking = takeInstallLock(checkout, (pid) => {
    waitedFor.push(pid);
    npm.kill();
  });
  (await taking).release();
  assert.deepEqual(waitedFor, [launcher.pid]);
});
