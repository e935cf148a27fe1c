import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { databaseUrlOf } from '../harness/database-url.ts';
import { type Ended, runCli } from './run-cli.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-cli-'));
const secret = () => randomBytes(32).toString('hex');
let postgres: EmbeddedPostgres;
let production: Record<string, string>;
before(async () => {
  postgres = await startEmbeddedPostgres({ dataDir });
  production = {
    SWITCHYARD_PROFILE: 'production',
    SWITCHYARD_DATABASE_URL: databaseUrlOf(postgres.connection),
    SWITCHYARD_MASTER_KEY: secret(),
    SWITCHYARD_KEY_PEPPER: secret(),
  };
});
after(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const states = ({ stdout }: Ended) =>
  Object.fromEntries(
    JSON.parse(stdout).findings.map(({ check, state }: { check: string; state: string }) => [check, state]),
  );

test('a typo gets a suggestion and 2, and nothing on stdout', async () => {
  const command = await runCli(['migarte']);
  assert.equal(command.code, 2);
  assert.match(command.stderr, /migrate/);
  assert.equal(command.stdout, '');
  const flag = await runCli(['migrate', '--pln']);
  assert.equal(flag.code, 2);
  assert.match(flag.stderr, /--plan/);
});

test('a new database is planned, migrated once, examined and founded once', async () => {
  const planned = JSON.parse((await runCli(['migrate', '--plan', '-o', 'json'], production)).stdout);
  assert.equal(planned.applied, false);
  assert.ok(planned.migrations.length > 5);
  assert.equal(states(await runCli(['doctor', '-o', 'json'], production)).migrations, 'warning');

  const applied = await runCli(['migrate', '-o', 'json'], production);
  assert.equal(applied.code, 0, applied.stderr);
  assert.deepEqual(JSON.parse(applied.stdout), { ...planned, applied: true });
  const again = await runCli(['migrate'], production);
  assert.deepEqual([again.code, again.stdout], [0, '']);
  assert.match(again.stderr, /Nothing to apply/);

  const founding = ['--organisation', 'Acme', '--email', 'ada@acme.example', '--name', 'Ada'];
  const founded = await runCli(['bootstrap', ...founding, '-o', 'json'], production);
  assert.equal(founded.code, 0, founded.stderr);
  const { environments, managementToken, owner } = JSON.parse(founded.stdout);
  assert.match(environments.live.apiKey, /^sy_live_/);
  assert.match(managementToken, /^sy_mgmt_/);
  assert.equal(owner.email, 'ada@acme.example');
  const second = await runCli(['bootstrap', ...founding], production);
  assert.deepEqual([second.code, second.stdout], [1, '']);
  assert.doesNotMatch(second.stderr, /at .*\.ts:/);

  const examined = await runCli(['doctor', '-o', 'json'], production);
  assert.equal(examined.code, 0, examined.stderr);
  assert.deepEqual(states(examined), {
    configuration: 'ok',
    database: 'ok',
    version: 'ok',
    clock: 'ok',
    migrations: 'ok',
    'master key': 'ok',
  });
});

test('the doctor finds another master key, an absent database and mistakes in the configuration', async () => {
  const otherKey = await runCli(['doctor', '-o', 'json'], { ...production, SWITCHYARD_MASTER_KEY: secret() });
  assert.deepEqual([otherKey.code, states(otherKey)['master key']], [1, 'failed']);
  const url = 'postgres://nobody:secret-word@127.0.0.1:1/none';
  const absent = await runCli(['doctor'], { ...production, SWITCHYARD_DATABASE_URL: url });
  assert.equal(absent.code, 1);
  assert.match(absent.stdout, /failed +database .*ECONNREFUSED/);
  assert.doesNotMatch(absent.stdout + absent.stderr, /secret-word/);
  const mistaken = await runCli(['doctor', '-o', 'json'], { SWITCHYARD_PROFILE: 'production', PORT: 'x' });
  assert.equal(mistaken.code, 1);
  assert.ok(JSON.parse(mistaken.stdout).findings.length >= 4);
});

test('what is missing where nobody can be asked is named', async () => {
  const { code, stderr } = await runCli(['bootstrap', '--organisation', 'Acme'], production);
  assert.equal(code, 2);
  assert.match(stderr, /--email is missing/);
});
