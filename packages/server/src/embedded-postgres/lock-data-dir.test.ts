import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnFixture } from './fixtures/spawn-fixture.ts';
import { lockDataDir } from './lock-data-dir.ts';

type Said = { readonly ok: true } | { readonly ok: false; readonly pid: number };

const root = await mkdtemp(join(tmpdir(), 'switchyard-lock-'));
after(() => rm(root, { recursive: true, force: true }));

test('refuses a directory that a living process holds, and names the process', async () => {
  const dataDir = join(root, 'held');
  const holder = await spawnFixture<Said>('hold-lock.ts', [dataDir]);
  let waitedFor = 0;
  const lock = await lockDataDir(dataDir, { waitMs: 200, onWait: (pid) => (waitedFor = pid) });
  assert.deepEqual(lock, { ok: false, pid: holder.process.pid });
  assert.equal(waitedFor, holder.process.pid);
  await holder.end();
});

test('waits for a holder that is going away', async () => {
  const dataDir = join(root, 'going');
  const holder = await spawnFixture<Said>('hold-lock.ts', [dataDir]);
  setTimeout(() => void holder.end(), 300);
  const lock = await lockDataDir(dataDir, { waitMs: 5_000 });
  assert.ok(lock.ok);
  await lock.release();
  assert.deepEqual(await readdir(dataDir), []);
});

test('takes over from a holder that was killed', async () => {
  const dataDir = join(root, 'killed');
  const holder = await spawnFixture<Said>('hold-lock.ts', [dataDir]);
  await holder.kill();
  const lock = await lockDataDir(dataDir, { waitMs: 0 });
  assert.ok(lock.ok);
  await lock.release();
});

test('does not believe a pid that belongs to another run of another program', async () => {
  const dataDir = join(root, 'recycled');
  await mkdir(join(dataDir, 'server.lock'), { recursive: true });
  await writeFile(join(dataDir, 'server.lock', `${process.ppid}-0000.1`), '');
  const lock = await lockDataDir(dataDir, { waitMs: 0 });
  assert.ok(lock.ok);
  await lock.release();
});

test('gives a dead holder’s lock to exactly one of many that want it', async () => {
  const dataDir = join(root, 'many');
  await mkdir(join(dataDir, 'server.lock'), { recursive: true });
  await writeFile(join(dataDir, 'server.lock', `${process.ppid}-0000.1`), '');
  const contenders = await Promise.all(
    Array.from({ length: 6 }, () => spawnFixture<Said>('hold-lock.ts', [dataDir])),
  );
  assert.equal(contenders.filter(({ said }) => said.ok).length, 1);
  await Promise.all(contenders.map(({ end }) => end()));
});

test('is held by one process at a time while many take it in turn', async () => {
  const dataDir = join(root, 'turns');
  const turn = async (): Promise<void> => {
    const holder = await spawnFixture<Said>('hold-lock.ts', [dataDir, '20000']);
    assert.ok(holder.said.ok);
    const holders = await readdir(join(dataDir, 'server.lock'));
    assert.equal(holders.length, 1);
    assert.match(holders[0] ?? '', new RegExp(`^${holder.process.pid}-`));
    await sleep(20);
    await holder.end();
  };
  await Promise.all(Array.from({ length: 5 }, turn));
});
