import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Config, readConfig } from './config.ts';
import { makeDevelopmentSecret } from './development-secret.ts';

const KEY = 'a1'.repeat(16) + 'b2'.repeat(16);
const PEPPER = 'c3'.repeat(16) + 'd4'.repeat(16);
const PRODUCTION = {
  SWITCHYARD_PROFILE: 'production',
  SWITCHYARD_DATABASE_URL: 'postgres://db/switchyard',
  SWITCHYARD_MASTER_KEY: KEY,
  SWITCHYARD_KEY_PEPPER: PEPPER,
};

const configOf = (variables: Record<string, string>): Config => {
  const result = readConfig(variables);
  assert.ok(result.ok, JSON.stringify(result));
  return result.config;
};
const problemsOf = (variables: Record<string, string>): readonly string[] => {
  const result = readConfig(variables);
  return result.ok ? [] : result.problems;
};

test('development needs nothing: port 4400, .switchyard, the embedded database, no rate limits', () => {
  const config = configOf({});
  assert.equal(config.profile, 'development');
  assert.equal(config.port, 4400);
  assert.match(config.dataDir, /\.switchyard$/);
  assert.equal(config.database.url, undefined);
  assert.equal(config.rateLimits, undefined);
});

test('production limits calls unless it is told not to', () => {
  assert.deepEqual(configOf(PRODUCTION).rateLimits?.live, { perSecond: 100, burst: 200 });
  assert.deepEqual(configOf(PRODUCTION).rateLimits?.test, { perSecond: 25, burst: 100 });
  assert.equal(configOf({ ...PRODUCTION, SWITCHYARD_RATE_LIMITS: 'off' }).rateLimits, undefined);
  const narrow = configOf({ ...PRODUCTION, SWITCHYARD_RATE_LIVE: '7/9' });
  assert.deepEqual(narrow.rateLimits?.live, { perSecond: 7, burst: 9 });
});

test('production names everything that is missing at once', () => {
  const problems = problemsOf({ SWITCHYARD_PROFILE: 'production' });
  for (const name of ['SWITCHYARD_DATABASE_URL', 'SWITCHYARD_MASTER_KEY', 'SWITCHYARD_KEY_PEPPER']) {
    assert.ok(
      problems.some((problem) => problem.startsWith(name)),
      name,
    );
  }
});

test('production refuses to start on development secrets', () => {
  const secret = makeDevelopmentSecret().toString('hex');
  const problems = problemsOf({ ...PRODUCTION, SWITCHYARD_MASTER_KEY: secret });
  assert.match(problems.join(), /development secret/);
});

test('production refuses a secret of one repeated byte, and one secret for two purposes', () => {
  assert.match(problemsOf({ ...PRODUCTION, SWITCHYARD_MASTER_KEY: '00'.repeat(32) }).join(), /random/);
  assert.match(problemsOf({ ...PRODUCTION, SWITCHYARD_KEY_PEPPER: KEY }).join(), /differ/);
});

test('a misspelt setting is named', () => {
  assert.match(
    problemsOf({ SWITCHYARD_DATABASE_ULR: 'x' }).join(),
    /SWITCHYARD_DATABASE_ULR is not a setting/,
  );
});

for (const [name, value] of [
  ['PORT', '70000'],
  ['PORT', '4400x'],
  ['SWITCHYARD_DATABASE_POOL', '0'],
  ['SWITCHYARD_LOG_LEVEL', 'loud'],
  ['SWITCHYARD_RATE_LIVE', '100'],
  ['SWITCHYARD_MASTER_KEY', 'short'],
] as const) {
  test(`${name}=${value} is refused by name`, () => {
    const [problem = ''] = problemsOf({ [name]: value });
    assert.ok(problem.startsWith(`${name} must be`), problem);
  });
}

test('a secret may come from a file, but not from a file and a variable at once', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'switchyard-')), 'key');
  writeFileSync(path, `${KEY}\n`);
  const { SWITCHYARD_MASTER_KEY: _, ...rest } = PRODUCTION;
  const config = configOf({ ...rest, SWITCHYARD_MASTER_KEY_FILE: path });
  assert.equal(config.secrets?.masterKey.toString('hex'), KEY);
  assert.match(problemsOf({ ...PRODUCTION, SWITCHYARD_MASTER_KEY_FILE: path }).join(), /both set/);
  assert.match(problemsOf({ ...rest, SWITCHYARD_MASTER_KEY_FILE: '/nowhere' }).join(), /cannot be read/);
});

test('a secret that cannot be read is not repeated', () => {
  assert.doesNotMatch(problemsOf({ SWITCHYARD_MASTER_KEY: 'hunter2' }).join(), /hunter2/);
});

test('a node does everything unless production gives it a role', () => {
  assert.equal(configOf({}).role, 'all');
  assert.equal(configOf(PRODUCTION).role, 'all');
  assert.equal(configOf({ ...PRODUCTION, SWITCHYARD_ROLE: 'worker' }).role, 'worker');
  assert.match(problemsOf({ SWITCHYARD_ROLE: 'api' }).join(), /SWITCHYARD_ROLE .* production/);
  assert.match(problemsOf({ ...PRODUCTION, SWITCHYARD_ROLE: 'leader' }).join(), /SWITCHYARD_ROLE must be/);
});

test('an empty variable is an unset one', () => {
  assert.equal(configOf({ PORT: '' }).port, 4400);
});
