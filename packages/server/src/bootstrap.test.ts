import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApi } from '../../../test/harness/api.ts';
import { bootstrap, type Founded } from './bootstrap.ts';
import { readConfig } from './config/config.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { startService } from './service.ts';

const PASSWORD = 'a long sentence nobody guesses';
const silent = { onProgress: () => undefined };

/** A database outside, as in production, and a configuration that names it. */
const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-bootstrap-'));
let outside: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let founded: Founded;

function config() {
  const { host, user, database } = outside.connection;
  const read = readConfig({
    SWITCHYARD_PROFILE: 'production',
    SWITCHYARD_DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    SWITCHYARD_MASTER_KEY: KEYS.master,
    SWITCHYARD_KEY_PEPPER: KEYS.pepper,
    SWITCHYARD_LOG_FILE: join(dataDir, 'log'),
    SWITCHYARD_HOST: '127.0.0.1',
    SWITCHYARD_METRICS_PORT: '0',
    PORT: '0',
  });
  assert.ok(read.ok, JSON.stringify(read));
  return read.config;
}

const KEYS = { master: randomBytes(32).toString('hex'), pepper: randomBytes(32).toString('hex') };

before(async () => {
  outside = await startEmbeddedPostgres({ dataDir });
});
after(async () => {
  await outside.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const found = (fields: object = {}) =>
  bootstrap(config(), { organisation: 'Analytical Payments', email: 'ada@found.example', ...fields }, silent);

for (const [param, fields] of [
  ['organisation', { organisation: '' }],
  ['email', { email: 'ada' }],
  ['password', { password: 'too short' }],
] as const) {
  test(`a founding with ${JSON.stringify(fields)} is refused for ${param}, and founds nothing`, async () => {
    const refused = await found(fields);
    assert.equal(refused.ok ? undefined : refused.error.param, param);
  });
}

test('on an empty database there are an owner, two environments, their keys and a token', async () => {
  const done = await found({ name: 'Ada', password: PASSWORD });
  assert.ok(done.ok, JSON.stringify(done));
  founded = done.value;
  assert.equal(founded.owner.password, undefined);
  assert.match(founded.environments.test.apiKey, /^sy_test_sk_/);
  assert.match(founded.environments.live.apiKey, /^sy_live_sk_/);
  assert.match(founded.managementToken, /^sy_mgmt_/);
});

test('what was founded works in a service that starts in production', async () => {
  const service = await startService(config(), silent);
  try {
    for (const { apiKey } of Object.values(founded.environments))
      assert.equal((await createApi(service.baseUrl, apiKey)('/v1/rails')).status, 200);
    const api = createApi(service.baseUrl, founded.managementToken);
    assert.equal((await api('/manage/v1/me')).body.role, 'owner');
    assert.equal((await api('/manage/v1/audit_entries/verify')).body.valid, true);
    const body = { email: 'ada@found.example', password: PASSWORD };
    const signedIn = await createApi(service.baseUrl)('/manage/v1/sessions', { body });
    assert.equal(signedIn.status, 201, signedIn.text);
    assert.match(signedIn.headers.get('set-cookie') ?? '', /^__Host-switchyard_session=.*; Secure; /);
  } finally {
    await service.stop();
  }
});

test('it is done once', async () => {
  const again = await found({ organisation: 'Another', email: 'other@found.example' });
  assert.deepEqual(again, {
    ok: false,
    error: { message: 'This Switchyard has an owner already, who can create whatever is missing.' },
  });
});
