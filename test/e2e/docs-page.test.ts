import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { launchBrowser, NO_BROWSER } from '../harness/browser.ts';
import { type RunningSwitchyard, startSwitchyard } from '../harness/start-switchyard.ts';

let switchyard: RunningSwitchyard;
let browser: Browser | undefined;
before(async () => {
  [switchyard, browser] = await Promise.all([startSwitchyard(), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  await switchyard.stop();
});

const REFERENCES = [
  ['/docs', 'Switchyard', ['Customers', 'Payment intents', 'Decide mode', 'Events']],
  ['/manage/docs', 'Switchyard management', ['Signing in', 'API keys', 'Audit log']],
] as const;

for (const [path, title, tags] of REFERENCES) {
  test(`the reference at ${path} renders without a word from another host or against its own policy`, async (t) => {
    if (browser === undefined) return t.skip(NO_BROWSER);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(switchyard.baseUrl) && !/^(data|blob):/.test(url))
        complaints.push(`asked for ${url}`);
    });
    await page.goto(`${switchyard.baseUrl}${path}`);
    await page.getByRole('heading', { name: title, exact: true }).waitFor({ timeout: 20_000 });
    for (const name of tags) await page.getByRole('link', { name, exact: true }).first().waitFor();
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test('the reference has no serious accessibility fault of ours', async (t) => {
  if (browser === undefined) return t.skip(NO_BROWSER);
  const page = await browser.newPage();
  await page.goto(switchyard.docsUrl);
  await page.getByRole('heading', { name: 'Switchyard', exact: true }).waitFor({ timeout: 20_000 });
  await page.evaluate(axe.source);
  // What Scalar draws is Scalar's; the page around it is ours.
  const faults = await page.evaluate(`axe.run({ exclude: [['#reference']] }).then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id))`);
  assert.deepEqual(faults, []);
  await page.close();
});

test('the page may run no script but ours and load nothing from elsewhere', async () => {
  const response = await fetch(switchyard.docsUrl);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.match(policy, /connect-src 'self'(;|$)/);
  assert.doesNotMatch(await response.text(), /https?:\/\/(?!127)/);
});
