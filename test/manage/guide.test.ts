/** The commands of the guides work when pasted, one after the other. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startSwitchyard } from '../harness/start-switchyard.ts';

const commandsOf = (guide: string) => {
  const text = readFileSync(new URL(`../../docs/guides/${guide}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
};
const RUN_MS_MAX = 30_000;

test('the commands of the guides on managing and on test environments do what they say', async () => {
  const [managing, testing] = [commandsOf('management'), commandsOf('test-environments')];
  assert.deepEqual([managing.length, testing.length], [11, 4]);
  const commands = [...managing, ...testing];
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
    assert.match(stdout, /"object":"statistics","of":"payments"/);
    assert.match(stdout, /"object":"test_event".*"about":"pi_TEST/);
    assert.match(stdout, /"fault":"latency","latencyMs":500,"callsLeft":2/);
    assert.match(stdout, /"object":"test_fault_clearance".*"cleared":1/);
    assert.match(stdout, /"object":"test_clock".*"aheadSeconds":600/);
    assert.doesNotMatch(stdout, /"defined":/);
  } finally {
    await running.stop();
  }
});
