import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startEmbeddedPostgres } from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { createApi } from '../harness/api.ts';
import { type RunningSwitchyard, startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';

const directories: string[] = [];
const newDir = () => {
  const directory = temporaryDir();
  directories.push(directory);
  return directory;
};
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const register = (running: RunningSwitchyard, externalId: string) =>
  createApi(running.baseUrl, running.testKey)('/v1/customers', { body: { externalId } });

test('dev.json has exactly the promised fields and is for its owner only', async () => {
  const running = await startSwitchyard();
  const path = join(running.dataDir, 'dev.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  assert.deepEqual(Object.keys(file), [
    'baseUrl',
    'testKey',
    'liveKey',
    'manageToken',
    'consoleUrl',
    'docsUrl',
    'simulatorUrl',
    'pid',
  ]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.match(file.testKey, /^sy_test_sk_/);
  assert.match(file.liveKey, /^sy_live_sk_/);
  assert.match(file.manageToken, /^sy_mgmt_/);
  await running.stop();
});

test('the curl in the banner works when pasted', async () => {
  const running = await startSwitchyard();
  const command = /curl -s[\s\S]*?receiver-name=Ada"}'/.exec(running.output())?.[0];
  assert.ok(command !== undefined, running.output());
  const answer = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' }));
  assert.equal(answer.masked, 'DE****6199');
  await running.stop();
});

test('a second start on the same data directory keeps data and keys', async () => {
  const dataDir = newDir();
  const first = await startSwitchyard({ dataDir });
  const made = await register(first, 'kept');
  assert.equal(await first.stop(), 0);
  const second = await startSwitchyard({ dataDir });
  assert.equal(second.testKey, first.testKey);
  assert.equal(second.liveKey, first.liveKey);
  assert.equal(second.manageToken, first.manageToken);
  const who = await createApi(second.baseUrl, second.manageToken)('/manage/v1/me');
  assert.equal(who.body.role, 'owner');
  assert.equal((await register(second, 'kept')).body.id, made.body.id);
  await second.stop();
});

test('SIGTERM stops everything within ten seconds, the database included', async () => {
  const dataDir = newDir();
  const running = await startSwitchyard({ dataDir });
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  assert.ok(isAlive(postmaster));
  const begun = Date.now();
  assert.equal(await running.stop(), 0);
  assert.ok(Date.now() - begun < 10_000);
  assert.ok(!isAlive(postmaster));
});

test('SIGKILL loses nothing that was acknowledged, and the next start recovers by itself', async () => {
  const dataDir = newDir();
  const first = await startSwitchyard({ dataDir });
  const made = await register(first, 'survivor');
  await first.kill();
  const second = await startSwitchyard({ dataDir });
  assert.equal((await register(second, 'survivor')).body.id, made.body.id);
  await second.stop();
});

test('two instances run side by side on different data directories', async () => {
  const [one, other] = await Promise.all([startSwitchyard(), startSwitchyard()]);
  assert.equal((await register(one, 'x')).status, 201);
  assert.equal((await register(other, 'x')).status, 201);
  assert.equal((await createApi(one.baseUrl, other.testKey)('/v1/customers')).status, 401);
  await Promise.all([one.stop(), other.stop()]);
});

test('a port that is taken is named, with a way out', async () => {
  const running = await startSwitchyard();
  const { port } = new URL(running.baseUrl);
  await assert.rejects(
    startSwitchyard({ environment: { PORT: port } }),
    new RegExp(`Port ${port} is in use`),
  );
  await running.stop();
});

test('every mistake in the configuration gets one sentence', async () => {
  const environment = { PORT: 'x', SWITCHYARD_LOG_LEVEL: 'loud', SWITCHYARD_TYPO: '1' };
  await assert.rejects(startSwitchyard({ environment }), (error: Error) => {
    for (const name of Object.keys(environment)) assert.match(error.message, new RegExp(`^${name} `, 'm'));
    return true;
  });
});

test('SWITCHYARD_DATABASE_URL replaces the embedded database, and the schema and data are there', async () => {
  const outside = await startEmbeddedPostgres({ dataDir: newDir() });
  const { host, user, database } = outside.connection;
  const environment = { SWITCHYARD_DATABASE_URL: `postgres://${user}@/${database}?host=${host}` };
  const dataDir = newDir();
  const first = await startSwitchyard({ dataDir, environment });
  const made = await register(first, 'outside');
  assert.equal(made.status, 201);
  await first.stop();
  const second = await startSwitchyard({ dataDir, environment });
  assert.equal((await register(second, 'outside')).body.id, made.body.id);
  await second.stop();
  await outside.stop();
});

test('a database that cannot be reached is said in one sentence', async () => {
  const environment = { SWITCHYARD_DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none' };
  await assert.rejects(startSwitchyard({ environment }), (error: Error) => {
    assert.match(error.message, /SWITCHYARD_DATABASE_URL cannot be reached \(ECONNREFUSED\)/);
    assert.doesNotMatch(error.message, /secret-word/);
    return true;
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
