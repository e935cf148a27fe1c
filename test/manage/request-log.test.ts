/** The request log as a whole service keeps it: through a stop, and not at all where it is switched off. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createApi } from '../harness/api.ts';
import { type RunningSwitchyard, startSwitchyard } from '../harness/start-switchyard.ts';

test('the last request before a stop is in the log after it, and none that came while it was off', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-request-log-'));
  let running: RunningSwitchyard | undefined;
  try {
    running = await startSwitchyard({ dataDir });
    const kept = await ask(running);
    assert.equal(await running.stop(), 0);
    running = await startSwitchyard({ dataDir, environment: { SWITCHYARD_REQUEST_LOG: 'off' } });
    const missing = await ask(running);
    assert.equal(await running.stop(), 0);
    running = await startSwitchyard({ dataDir });
    const manage = createApi(running.baseUrl, running.manageToken);
    const environments: { id: string; mode: string }[] = (await manage('/manage/v1/environments')).body.data;
    const within = `/manage/v1/environments/${environments.find(({ mode }) => mode === 'test')?.id}/request_log`;
    assert.equal((await manage(`${within}/${kept}`)).body.operation, 'customers.list');
    assert.equal((await manage(`${within}/${missing}`)).status, 404);
  } finally {
    await running?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function ask({ baseUrl, testKey }: RunningSwitchyard): Promise<string> {
  const answer = await createApi(baseUrl, testKey)('/v1/customers');
  assert.equal(answer.status, 200);
  return answer.headers.get('request-id') ?? '';
}
