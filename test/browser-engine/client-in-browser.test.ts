import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createSwitchyard, type LocalDecision, type Outcome } from '../../packages/client/src/index.ts';
import { SMALL_REQUEST, smallSnapshot } from '../../packages/client/src/testing/small-snapshot.ts';
import { launchBrowser, NO_BROWSER } from '../harness/browser.ts';
import { serveModules } from './serve-modules.ts';

let browser: Browser | undefined;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

const ID = 'dec_0123456789abcdef';
const NOW_MS = Date.parse('2026-10-08T12:00:00Z');

interface Walk {
  readonly changed: readonly boolean[];
  readonly made: LocalDecision;
  readonly given: LocalDecision;
  readonly sent: Outcome;
}

test('the client pulls, decides and reports in a browser as it does in Node', async (t) => {
  if (browser === undefined) return t.skip(NO_BROWSER);
  const snapshot = smallSnapshot();
  const modules = await serveModules((request, response) => {
    if (!request.url?.startsWith('/v1/')) return false;
    const etag = `"${snapshot.digest}"`;
    response.setHeader('etag', etag).setHeader('content-type', 'application/json');
    if (request.method === 'POST') request.pipe(response.writeHead(201));
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.end(JSON.stringify(snapshot));
    return true;
  });
  const page = await browser.newPage();
  await page.goto(modules.baseUrl);
  const walk: Walk = await page.evaluate(`(async () => {
    const { createSwitchyard } = await import('@switchyard/client');
    const switchyard = createSwitchyard({ baseUrl: location.origin, key: 'sy_test_sk_x', now: () => ${NOW_MS} });
    const pulls = [await switchyard.snapshot.pull(), await switchyard.snapshot.pull()];
    const made = switchyard.decide(${JSON.stringify(SMALL_REQUEST)});
    const given = switchyard.decide(${JSON.stringify(SMALL_REQUEST)}, { id: '${ID}' });
    const stop = switchyard.snapshot.follow();
    stop();
    const sent = await switchyard.outcomes.report({
      decision: made.decision.id, rail: 'first', status: 'succeeded', latencyMs: 1,
    });
    return { changed: pulls.map(({ changed }) => changed), made, given, sent };
  })()`);
  await page.close();
  await modules.close();

  assert.deepEqual(walk.changed, [true, false]);
  assert.match(walk.made.decision.id, /^dec_[0-9A-Za-z]{22}$/);
  assert.deepEqual(walk.sent.context, { operation: 'banking.pis.single', country: 'DE' });
  const here = createSwitchyard({ baseUrl: 'http://127.0.0.1:1', key: 'sy_test_sk_x', now: () => NOW_MS });
  here.snapshot.load(snapshot);
  assert.equal(
    JSON.stringify(walk.given.decision),
    JSON.stringify(here.decide(SMALL_REQUEST, { id: ID }).decision),
  );
});
