import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { logTail, shortenLog } from './bound-log.ts';

const root = await mkdtemp(join(tmpdir(), 'switchyard-log-'));
after(() => rm(root, { recursive: true, force: true }));

test('keeps the part before in a second file when the log is too long', async () => {
  const log = join(root, 'a.log');
  await appendFile(log, 'x'.repeat(20));
  await shortenLog(log, 20);
  assert.equal((await readFile(log, 'utf8')).length, 20);
  await shortenLog(log, 19);
  assert.equal(await readFile(log, 'utf8'), '');
  assert.equal((await readFile(`${log}.1`, 'utf8')).length, 20);
});

test('quotes only what was written since a position', async () => {
  const log = join(root, 'b.log');
  await appendFile(log, 'before\nafter\n');
  assert.equal(await logTail(log, 7), 'after');
  assert.equal(await logTail(log, 13), '');
});
