/**
 * A person in a real browser links a bank account through each adapter, or declines to, and lands back where the app wanted
 * them. With SWITCHYARD_TEST_SCREENSHOTS set to a folder, every page is photographed into it.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { type Api, createApi } from '../harness/api.ts';
import { launchBrowser, NO_BROWSER } from '../harness/browser.ts';
import { type ReturnPage, startReturnPage } from '../harness/start-return-page.ts';
import { type RunningSwitchyard, startSwitchyard } from '../harness/start-switchyard.ts';

let switchyard: RunningSwitchyard;
let browser: Browser | undefined;
let shop: ReturnPage;
let api: Api;
before(async () => {
  [switchyard, browser, shop] = await Promise.all([startSwitchyard(), launchBrowser(), startReturnPage()]);
  api = createApi(switchyard.baseUrl, switchyard.testKey);
});
after(async () => {
  await browser?.close();
  await shop?.stop();
  await switchyard?.stop();
});

interface Journey {
  readonly rail: string;
  readonly country: string;
  /** What is typed to find the bank; without it the provider asks for the bank. */
  readonly search?: string;
  /** What is chosen where the provider asks for the bank. */
  readonly bank?: string;
}

const JOURNEYS: readonly Journey[] = [
  { rail: 'truelayer', country: 'GB', bank: 'Monzo' },
  { rail: 'plaid', country: 'US', bank: 'JPMorgan Chase' },
  { rail: 'enable-banking', country: 'FI', search: '' },
  { rail: 'berlin-group-xs2a', country: 'DE', search: 'deutsche' },
];

for (const journey of JOURNEYS) {
  for (const decision of ['approve', 'decline'] as const) {
    test(`over ${journey.rail} a person who would ${decision} lands back and is heard`, async (t) => {
      if (browser === undefined) return t.skip(NO_BROWSER);
      const session = await begin(journey);
      assert.equal(session.action?.type, 'redirect');
      const page = await browser.newPage({ viewport: { width: 1100, height: 820 } });
      await page.goto(session.action.url);
      await look(page, `${journey.rail}-1`);
      const choice = page.getByLabel('Bank', { exact: true });
      if ((await choice.count()) > 0) {
        await choice.selectOption(journey.bank ?? '');
        await page.getByRole('button', { name: 'Continue' }).click();
        await look(page, `${journey.rail}-2`);
      }
      await page.getByLabel('User name').fill('ada');
      await page.getByRole('button', { name: decision === 'approve' ? 'Approve' : 'Decline' }).click();
      await page.getByRole('heading', { name: 'Back at the shop' }).waitFor();
      const arrived = new URL(page.url());
      await page.close();

      assert.equal(arrived.pathname, '/return');
      assert.equal(shop.arrivals.at(-1)?.search, arrived.search, 'the app got what the browser shows');
      assert.equal(arrived.searchParams.get('basket'), '7', 'what the app had put there is still there');
      const done = await advance(session.id, Object.fromEntries(arrived.searchParams));
      if (decision === 'decline') {
        assert.deepEqual([done.status, done.failure?.code, done.accounts], ['failed', 'user_declined', []]);
        return;
      }
      assert.equal(done.status, 'completed', JSON.stringify(done));
      assert.ok(done.accounts.length > 0);
      const { body: account } = await api(`/v1/accounts/${done.accounts[0]}`);
      assert.deepEqual(
        [account.source, account.status, account.customer],
        ['linked', 'active', session.customer],
      );
    });
  }
}

test('a person on a phone in the dark, without JavaScript, links an account all the same', async (t) => {
  if (browser === undefined) return t.skip(NO_BROWSER);
  const session = await begin({ rail: 'truelayer', country: 'GB' });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(session.action?.url ?? '');
  await photograph(page, 'phone-1');
  await page.getByLabel('Bank', { exact: true }).selectOption('Monzo');
  await page.getByRole('button', { name: 'Continue' }).click();
  await photograph(page, 'phone-2');
  await page.getByRole('button', { name: 'Approve' }).click();
  const done = await advance(session.id, Object.fromEntries(new URL(page.url()).searchParams));
  assert.equal(done.status, 'completed');
  await context.close();
});

async function begin({ rail, country, search }: Journey) {
  const { body: customer } = await api('/v1/customers', {
    body: { externalId: `e2e-${Math.random()}`, name: 'Ada' },
  });
  const institution = search === undefined ? {} : { institution: await bankOf(rail, country, search) };
  const { status, body } = await api('/v1/link_sessions', {
    body: { customer: customer.id, country, rail, returnUri: shop.uri({ basket: '7' }), ...institution },
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.status, 'requires_action', JSON.stringify(body));
  return body;
}

async function bankOf(rail: string, country: string, search: string): Promise<string> {
  const q = search === '' ? '' : `&q=${search}`;
  const { body } = await api(`/v1/institutions?country=${country}&limit=100${q}`);
  for (const { id, providers } of body.data)
    for (const one of providers) if (one.rail === rail && one.roles.includes('bank-link')) return id;
  throw new Error(`no bank in ${country} that ${rail} links`);
}

/** A session may still be on its way when advance answers. */
async function advance(id: string, returnParams: Readonly<Record<string, string>>) {
  const { status, body } = await api(`/v1/link_sessions/${id}/advance`, { body: { returnParams } });
  assert.equal(status, 200, JSON.stringify(body));
  let now = body;
  for (let look = 0; now.status === 'processing' && look < 100; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    now = (await api(`/v1/link_sessions/${id}`)).body;
  }
  return now;
}

/** Whoever cannot see the page, or hardly, can use it too. */
async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  await page.evaluate(axe.source);
  const faults = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
  assert.deepEqual(faults, [], name);
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.SWITCHYARD_TEST_SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
