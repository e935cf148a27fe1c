import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type RunningSwitchyard, startSwitchyard } from '../harness/start-switchyard.ts';
import { type Ended, runCli } from './run-cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchyard-apply-'));
let running: RunningSwitchyard;
let cli: (args: readonly string[], variables?: Record<string, string>, input?: string) => Promise<Ended>;
before(async () => {
  running = await startSwitchyard();
  const { manageToken } = JSON.parse(readFileSync(join(running.dataDir, 'dev.json'), 'utf8'));
  const variables = { SWITCHYARD_URL: running.baseUrl, SWITCHYARD_MANAGE_TOKEN: manageToken };
  cli = (args, more = {}, input = '') => runCli(args, { ...variables, ...more }, input);
});
after(async () => {
  await running.stop();
  rmSync(directory, { recursive: true, force: true });
});

function fileOf(text: string): string {
  const path = join(directory, 'switchyard.yaml');
  writeFileSync(path, text);
  return path;
}

test('what is exported changes nothing when it is applied', async () => {
  const exported = await cli(['export']);
  assert.equal(exported.code, 0, exported.stderr);
  assert.match(exported.stdout, /^format: 1\n/);
  const applied = await cli(['apply', fileOf(exported.stdout), '--prune']);
  assert.deepEqual([applied.code, applied.stdout], [0, 'Nothing to change.\n']);
});

test('a change is shown and not made until somebody says yes; then decisions follow it', async () => {
  const { stdout } = await cli(['export']);
  const path = fileOf(stdout.replace('preference: recommended', 'preference: cheapest'));
  const shown = await cli(['apply', path]);
  assert.equal(shown.code, 3);
  assert.match(shown.stdout, /~ policy\n {4}preference: "recommended" → "cheapest"/);
  assert.match((await cli(['export'])).stdout, /preference: recommended/);

  const applied = await cli(['apply', path, '--yes', '-o', 'json']);
  assert.equal(applied.code, 0, applied.stderr);
  assert.equal(JSON.parse(applied.stdout).applied, true);
  assert.match((await cli(['export'])).stdout, /preference: cheapest/);
  assert.equal((await cli(['apply', '-', '--yes'], {}, stdout)).code, 0);
});

test('mistakes are told with the file and the line', async () => {
  const { stdout } = await cli(['export']);
  const path = fileOf(stdout.replace('preference: recommended', 'preference: best'));
  const refused = await cli(['apply', path, '--yes']);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /switchyard\.yaml:3 policy\.preference: Must be one of cheapest/);
});

test('a reference that leads nowhere is named before anything is sent', async () => {
  const { stdout } = await cli(['export']);
  const text = stdout.replace(
    /( {4}mode: route\n)/,
    '$1    credentials:\n      api_token: $${env:NOT_THERE}\n',
  );
  const { code, stderr } = await cli(['apply', fileOf(text)]);
  assert.equal(code, 1);
  assert.match(stderr, /the environment has no NOT_THERE/);
});

test('without a token, and with a wrong one, it says so', async () => {
  const none = await runCli(['export'], { SWITCHYARD_URL: running.baseUrl });
  assert.equal(none.code, 1);
  assert.match(none.stderr, /SWITCHYARD_MANAGE_TOKEN/);
  const wrong = await cli(['export'], { SWITCHYARD_MANAGE_TOKEN: 'sy_mgmt_wrong' });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /Request-Id: req_/);
});

test('live is only touched when that is said', async () => {
  const { code, stderr } = await cli(['export', '--live']);
  assert.equal(code, 1);
  assert.match(stderr, /Nothing is configured/);
});

test('the OpenAPI document of both APIs is printed', async () => {
  for (const args of [['openapi'], ['openapi', '--manage']]) {
    const { code, stdout } = await cli(args);
    assert.equal(code, 0);
    assert.match(JSON.parse(stdout).openapi, /^3\.1/);
  }
});
