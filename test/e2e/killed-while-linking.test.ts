/**
 * The server is killed while it waits for a provider's first answer. Nothing of the session may depend on the process that
 * began it: the next one takes it over when the lease is over, and the user never knows.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '../harness/api.ts';
import { startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';
import { walkPages } from '../harness/walk-pages.ts';

/** A lease is 30 s; a killed worker's job is taken over within 35. */
const TAKE_OVER_MS_MAX = 35_000;

test('a session whose server is killed in the middle is taken over by the next, and its user finishes it', async () => {
  const dataDir = temporaryDir();
  let switchyard = await startSwitchyard({ dataDir });
  try {
    let api = createApi(switchyard.baseUrl, switchyard.testKey);
    const { body: customer } = await api('/v1/customers', { body: { externalId: 'user-1', name: 'Ada' } });
    const fault = { provider: 'truelayer', path: '/api/providers', fault: 'timeout' };
    await fetch(`${switchyard.simulatorUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    const body = {
      customer: customer.id,
      country: 'GB',
      rail: 'truelayer',
      returnUri: 'https://shop.example/r',
    };
    const headers = { 'Idempotency-Key': 'link-1' };
    // Nobody will ever answer this one.
    const lost = api('/v1/link_sessions', { body, headers }).catch(() => undefined);
    await untilAsked(switchyard.simulatorUrl);
    await switchyard.kill();
    assert.equal(await lost, undefined);
    const killedMs = Date.now();

    switchyard = await startSwitchyard({ dataDir });
    api = createApi(switchyard.baseUrl, switchyard.testKey);
    let repeat = await api('/v1/link_sessions', { body, headers });
    while (repeat.status === 409 && Date.now() - killedMs < TAKE_OVER_MS_MAX + 15_000) {
      await sleep(500);
      repeat = await api('/v1/link_sessions', { body, headers });
    }
    assert.equal(repeat.status, 201, repeat.text);
    const { id } = repeat.body;
    let session = repeat.body;
    while (session.status === 'processing' && Date.now() - killedMs < TAKE_OVER_MS_MAX + 15_000) {
      await sleep(250);
      session = (await api(`/v1/link_sessions/${id}`)).body;
    }
    assert.equal(session.status, 'requires_action', JSON.stringify(session));
    const { params } = await walkPages(session.action.url, 'approve');
    const done = await api(`/v1/link_sessions/${id}/advance`, { body: { returnParams: params } });
    assert.equal(done.body.status, 'completed', done.text);
    const { body: events } = await api('/v1/events?type=link_session.completed');
    assert.deepEqual(
      events.data.map((event: { data: { object: { id: string } } }) => event.data.object.id),
      [id],
    );
  } finally {
    await switchyard.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function untilAsked(simulatorUrl: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${simulatorUrl}/control/requests?provider=truelayer`);
    const { requests } = (await answer.json()) as { requests: { path: string; ended: string }[] };
    if (requests.some(({ ended }) => ended === 'hung')) return;
    await sleep(50);
  }
}
