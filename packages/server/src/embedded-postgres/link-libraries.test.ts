import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { linkLibraries } from './link-libraries.ts';

const root = await mkdtemp(join(tmpdir(), 'switchyard-links-'));
after(() => rm(root, { recursive: true, force: true }));

test('makes the links that a blocked install script did not, and leaves them the second time', async () => {
  await mkdir(join(root, 'native', 'lib'), { recursive: true });
  await writeFile(join(root, 'native', 'lib', 'libx.so.5.18'), '');
  const links = ['libx.so', 'libx.so.5'].map((name) => ({
    source: 'native/lib/libx.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  assert.equal(await linkLibraries(root), true);
  assert.equal(await linkLibraries(root), true);
  assert.equal(await readlink(join(root, 'native', 'lib', 'libx.so.5')), 'libx.so.5.18');
});

test('says so when a link is missing and cannot be made', async () => {
  const links = [{ source: 'native/lib/liby.so.1', target: 'native/nowhere/liby.so' }];
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  assert.equal(await linkLibraries(root), false);
});
