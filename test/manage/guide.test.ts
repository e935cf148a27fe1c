/** The guide's commands work when pasted, one after the other. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startSwitchyard } from '../harness/start-switchyard.ts';

const GUIDE = readFileSync(new URL('../../docs/guides/management.md', import.meta.url), 'utf8');
const RUN_MS_MAX = 30_000;

test('the commands of the guide on managing do what it says', async () => {
  const commands = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  assert.equal(commands.length, 9);
  const running = await startSwitchyard();
  try {
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands.join('\necho\n')], {
      env: { ...process.env, BASE_URL: running.baseUrl, MANAGE_TOKEN: running.manageToken },
      timeout: RUN_MS_MAX,
    });
    assert.match(stdout, /"object":"caller".*"role":"owner"/);
    assert.match(stdout, /"returnOrigins":\["https:\/\/shop\.example","com\.shop\.app:"\]/);
    assert.match(stdout, /"secret":"sy_(?:test|live)_sk_/);
    assert.match(stdout, /"action":"apiKeys\.create"/);
    assert.match(stdout, /"object":"audit_verification","valid":true/);
    assert.doesNotMatch(stdout, /"defined":/);
  } finally {
    await running.stop();
  }
});
