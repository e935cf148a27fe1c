import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { COMMANDS } from '../../packages/cli/src/commands.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { KNOWN_SETTINGS } from './known-settings.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
}
interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const compose: ComposeFile = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true });
const services = Object.entries(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);

test('every service of ours runs a command that exists, by settings that exist', () => {
  assert.deepEqual(ours.map(([name]) => name).sort(), ['api', 'migrate', 'worker']);
  for (const [name, { build, command = [], environment }] of ours) {
    assert.ok(existsSync(join(DEPLOY, build?.context ?? '', build?.dockerfile ?? '')), name);
    assert.ok(Object.hasOwn(COMMANDS, command[0] ?? ''), `${name}: ${command[0]}`);
    for (const setting of Object.keys(environment)) assert.ok(KNOWN_SETTINGS.has(setting), setting);
  }
});

test('secrets come from files, each of which the service may read', () => {
  for (const [name, { environment, secrets }] of services) {
    for (const [setting, path] of Object.entries(environment)) {
      if (!setting.endsWith('_FILE')) continue;
      assert.ok(secrets.includes(path.replace('/run/secrets/', '')), `${name}: ${setting}`);
    }
    for (const secret of secrets) assert.ok(Object.hasOwn(compose.secrets, secret), `${name}: ${secret}`);
    assert.doesNotMatch(JSON.stringify(environment), /PASSWORD":|_KEY":|PEPPER":|DATABASE_URL":/, name);
  }
});

test('whoever waits for a service waits for one that can come to be so', () => {
  for (const [name, { depends_on = {} }] of services) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const awaited = compose.services[other];
      assert.ok(awaited !== undefined, `${name}: ${other}`);
      if (condition === 'service_healthy') assert.ok(awaited.healthcheck?.test !== undefined, other);
      if (condition === 'service_completed_successfully') assert.equal(awaited.command?.[0], 'migrate');
    }
  }
});

test('the secrets that the script makes let production start, and are kept when it runs again', (t) => {
  if (spawnSync('openssl', ['version']).status !== 0) return t.skip('there is no openssl here');
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-secrets-'));
  try {
    cpSync(join(DEPLOY, 'make-secrets.sh'), join(directory, 'make-secrets.sh'));
    const run = () => spawnSync('sh', [join(directory, 'make-secrets.sh')]);
    const read = () =>
      Object.values(compose.secrets).map(({ file }) => readFileSync(join(directory, file), 'utf8'));
    assert.equal(run().status, 0);
    const made = read();
    assert.equal(run().status, 0);
    assert.deepEqual(read(), made);
    const configured = readConfig({
      SWITCHYARD_PROFILE: 'production',
      SWITCHYARD_DATABASE_URL_FILE: join(directory, 'secrets', 'database-url'),
      SWITCHYARD_MASTER_KEY_FILE: join(directory, 'secrets', 'master-key'),
      SWITCHYARD_KEY_PEPPER_FILE: join(directory, 'secrets', 'key-pepper'),
    });
    assert.ok(configured.ok, JSON.stringify(configured));
    const url = new URL(configured.config.database.url ?? '');
    assert.equal(url.password, readFileSync(join(directory, 'secrets', 'postgres-password'), 'utf8'));
    assert.equal(url.hostname, 'postgres');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
