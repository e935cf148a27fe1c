/**
 * A person in a real browser approves a payment at their bank, or declines it, and lands back where the app wanted them. With
 * SWITCHYARD_TEST_SCREENSHOTS set to a folder, every page is photographed into it.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import {
  begin,
  euros,
  eventsOf,
  isOver,
  type Parties,
  type Payment,
  partiesOf,
  pounds,
  quoteFor,
  until,
} from '../conformance/paying.ts';
import { type Api, createApi } from '../harness/api.ts';
import { launchBrowser, NO_BROWSER } from '../harness/browser.ts';
import { type ReturnPage, startReturnPage } from '../harness/start-return-page.ts';
import { type RunningSwitchyard, startSwitchyard } from '../harness/start-switchyard.ts';

let switchyard: RunningSwitchyard;
let browser: Browser | undefined;
let shop: ReturnPage;
let api: Api;
let parties: Parties;
before(async () => {
  [switchyard, browser, shop] = await Promise.all([startSwitchyard(), launchBrowser(), startReturnPage()]);
  api = createApi(switchyard.baseUrl, switchyard.testKey);
  parties = await partiesOf(api)();
});
after(async () => {
  await browser?.close();
  await shop?.stop();
  await switchyard?.stop();
});

interface Journey {
  readonly rail: string;
  /** From pounds to pounds, from euros to euros, or from pounds to euros. */
  readonly way: 'pounds' | 'euros' | 'across';
}

const JOURNEYS: readonly Journey[] = [
  { rail: 'truelayer', way: 'pounds' },
  { rail: 'plaid', way: 'pounds' },
  { rail: 'berlin-group-xs2a', way: 'euros' },
  { rail: 'enable-banking', way: 'euros' },
  { rail: 'wise', way: 'across' },
];

for (const journey of JOURNEYS) {
  for (const decision of ['approve', 'decline'] as const) {
    test(`over ${journey.rail} a person who would ${decision} lands back, and the payment is as they decided`, async (t) => {
      if (browser === undefined) return t.skip(NO_BROWSER);
      const payment = await start(journey);
      const page = await browser.newPage({ viewport: { width: 1100, height: 820 } });
      const arrived = await decideIn(page, payment, journey.rail, decision);
      await page.close();
      assert.equal(arrived.pathname, '/return');
      assert.equal(shop.arrivals.at(-1)?.search, arrived.search, 'the app got what the browser shows');
      assert.equal(arrived.searchParams.get('basket'), '7', 'what the app had put there is still there');
      const returnParams = Object.fromEntries(arrived.searchParams);
      const advanced = await api(`/v1/payment_intents/${payment.id}/advance`, { body: { returnParams } });
      assert.equal(advanced.status, 200, advanced.text);
      const done = await until(api, payment, isOver);
      if (decision === 'decline') {
        assert.deepEqual([done.status, done.failure?.code], ['failed', 'user_declined']);
        return;
      }
      assert.equal(done.status, 'succeeded', JSON.stringify(done));
      assert.deepEqual(done.moneyPosition, [{ holder: 'payee', custody: 'none', ...payment.receive }]);
      const types = (await eventsOf(api, payment)).map(({ type }) => type);
      assert.equal(types.at(-1), 'payment_intent.succeeded');
    });
  }
}

test('a person who approves and closes the tab has paid all the same', async (t) => {
  if (browser === undefined) return t.skip(NO_BROWSER);
  const payment = await start({ rail: 'truelayer', way: 'pounds' });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await decideIn(page, payment, 'phone', 'approve', false);
  await context.close();
  assert.equal((await until(api, payment, isOver)).status, 'succeeded');
});

async function start({ rail, way }: Journey): Promise<Payment> {
  const { british, german, britishPayee, germanPayee } = parties;
  const wish = {
    pounds: { from: british, to: britishPayee, amount: pounds('1250') },
    euros: { from: german, to: germanPayee, amount: euros('1250') },
    across: { from: british, to: germanPayee, amount: euros('5000') },
  }[way];
  const quote = await quoteFor(api, wish, rail);
  const payment = await begin(api, quote, {
    returnUri: shop.uri({ basket: '7' }),
    reference: 'Invoice 4711',
  });
  assert.equal(payment.status, 'requires_action');
  return payment;
}

/** As far as the app's own page. */
async function decideIn(
  page: Page,
  { action }: Payment,
  name: string,
  decision: 'approve' | 'decline',
  isChecked = true,
): Promise<URL> {
  assert.equal(action?.type, 'redirect');
  await page.goto(action.url);
  for (let step = 1; new URL(page.url()).pathname !== '/return' && step < 5; step += 1) {
    await photograph(page, `pay-${name}-${step}`);
    if (isChecked) await checkAccess(page, name);
    const bank = page.getByLabel('Bank', { exact: true });
    if ((await bank.count()) > 0) {
      await bank.selectOption({ label: 'Monzo' });
      await page.getByRole('button', { name: 'Continue' }).click();
      continue;
    }
    await page.getByRole('button', { name: decision === 'approve' ? 'Approve' : 'Decline' }).click();
    await page.getByRole('heading', { name: 'Back at the shop' }).waitFor();
  }
  return new URL(page.url());
}

/** Whoever cannot see the page, or hardly, can use it too. */
async function checkAccess(page: Page, name: string): Promise<void> {
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
