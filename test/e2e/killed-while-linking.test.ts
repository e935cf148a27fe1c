/**
 * The server is killed while it waits for a provider's first answer, while the user is at the provider, and while what the user
 * brought back is taken to the provider. Nothing of the session may depend on the process that began it: the next one takes it
 * over when the lease is over, and the user never knows.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@switchyard/contract';
import { type Api, type ApiAnswer, createApi } from '../harness/api.ts';
import { type RunningSwitchyard, startSwitchyard, temporaryDir } from '../harness/start-switchyard.ts';
import { walkPages } from '../harness/walk-pages.ts';

type Session = OutputOf<'linkSessions.get'>;

/** A lease is 30 s; a killed worker's job is taken over within 35, and a start takes its time. */
const TAKE_OVER_MS_MAX = 50_000;
const HEADERS = { 'Idempotency-Key': 'link-1' };

// Side by side, because most of the time is waiting for a lease to run out.
describe('a server is killed', { concurrency: true }, () => {
  test('a session whose server is killed before the provider answered is taken over by the next, and its user finishes it', () =>
    withSite(async (site) => {
      await hang(site, '/api/providers');
      const lost = begin(site).catch(() => undefined);
      await untilHung(site);
      await site.killAndRestart();
      assert.equal(await lost, undefined, 'nobody ever answers this one');
      const begun = await patiently(
        () => begin(site),
        ({ status }) => status === 201,
      );
      assert.equal(begun.status, 201, begun.text);
      const open = await untilSession(site, begun.body.id, ({ status }) => status !== 'processing');
      assert.equal(open.status, 'requires_action', JSON.stringify(open));
      await finish(site, open);
    }));

  test('a session whose server is killed while the user is at the provider goes on where it was', () =>
    withSite(async (site) => {
      const open: Session = (await begin(site)).body;
      assert.equal(open.status, 'requires_action', JSON.stringify(open));
      await site.killAndRestart();
      assert.deepEqual((await site.api()(`/v1/link_sessions/${open.id}`)).body, open);
      await finish(site, open);
    }));

  test('a session whose server is killed while it completes is completed by the next, once', () =>
    withSite(async (site) => {
      const open: Session = (await begin(site)).body;
      assert.equal(open.action?.type, 'redirect', JSON.stringify(open));
      const { params } = await walkPages(open.action.url, 'approve');
      await hang(site, '/connect/token');
      const lost = advance(site, open, params).catch(() => undefined);
      await untilHung(site);
      await site.killAndRestart();
      assert.equal(await lost, undefined);
      // Nobody comes back a second time: what the user brought was written down before the provider was asked.
      const done = await untilSession(
        site,
        open.id,
        ({ status }) => status === 'completed' || status === 'failed',
      );
      assert.equal(done.status, 'completed', JSON.stringify(done));
      await expectToldOnce(site, open.id);
    }));
});

interface Site {
  readonly api: () => Api;
  readonly customer: string;
  readonly simulatorUrl: () => string;
  killAndRestart(): Promise<void>;
}

async function withSite(work: (site: Site) => Promise<void>): Promise<void> {
  const dataDir = temporaryDir();
  let switchyard: RunningSwitchyard = await startSwitchyard({ dataDir });
  const api = () => createApi(switchyard.baseUrl, switchyard.testKey);
  try {
    const { body } = await api()('/v1/customers', { body: { externalId: 'user-1', name: 'Ada' } });
    await work({
      api,
      customer: body.id,
      simulatorUrl: () => switchyard.simulatorUrl,
      async killAndRestart() {
        await switchyard.kill();
        switchyard = await startSwitchyard({ dataDir });
      },
    });
  } finally {
    await switchyard.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function begin({ api, customer }: Site): Promise<ApiAnswer> {
  const body = { customer, country: 'GB', rail: 'truelayer', returnUri: 'https://shop.example/r' };
  return api()('/v1/link_sessions', { body, headers: HEADERS });
}

function advance({ api }: Site, { id }: Session, returnParams: Readonly<Record<string, string>>) {
  return api()(`/v1/link_sessions/${id}/advance`, { body: { returnParams } });
}

async function finish(site: Site, open: Session): Promise<void> {
  assert.equal(open.action?.type, 'redirect');
  const { params } = await walkPages(open.action.url, 'approve');
  const done = await advance(site, open, params);
  assert.equal(done.body.status, 'completed', done.text);
  await expectToldOnce(site, open.id);
}

async function expectToldOnce({ api }: Site, id: string): Promise<void> {
  const { body } = await api()('/v1/events?type=link_session.completed');
  const told = body.data.map((event: { data: { object: { id: string } } }) => event.data.object.id);
  assert.deepEqual(told, [id]);
}

/** Until the simulator is restarted, this path is never answered. */
async function hang({ simulatorUrl }: Site, path: string): Promise<void> {
  const answer = await fetch(`${simulatorUrl()}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'truelayer', path, fault: 'timeout' }),
  });
  assert.equal(answer.status, 201);
}

async function untilHung({ simulatorUrl }: Site): Promise<void> {
  for (;;) {
    const answer = await fetch(`${simulatorUrl()}/control/requests?provider=truelayer`);
    const { requests } = (await answer.json()) as { requests: { path: string; ended: string }[] };
    if (requests.some(({ ended }) => ended === 'hung')) return;
    await sleep(50);
  }
}

async function untilSession(
  site: Site,
  id: string,
  isThere: (session: Session) => boolean,
): Promise<Session> {
  const { body } = await patiently(
    () => site.api()(`/v1/link_sessions/${id}`),
    (answer) => isThere(answer.body),
  );
  return body;
}

/** Asks until the answer is the one that is waited for, or until it should have been long ago. */
async function patiently(
  ask: () => Promise<ApiAnswer>,
  isThere: (answer: ApiAnswer) => boolean,
): Promise<ApiAnswer> {
  const deadline = Date.now() + TAKE_OVER_MS_MAX;
  for (;;) {
    const answer = await ask();
    if (isThere(answer) || Date.now() > deadline) return answer;
    await sleep(250);
  }
}
