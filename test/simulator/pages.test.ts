/** The simulator's pages in a real browser: readable by everyone, and walked the way a person walks them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { json, page, redirect } from '../../packages/simulator/src/http/replies.ts';
import { type CreateProvider, type Simulator, startSimulator } from '../../packages/simulator/src/index.ts';
import { approvalPage } from '../../packages/simulator/src/pages/approval-page.ts';
import { bankChoicePage } from '../../packages/simulator/src/pages/bank-choice-page.ts';
import { messagePage } from '../../packages/simulator/src/pages/message-page.ts';
import { launchBrowser, NO_BROWSER } from '../harness/browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** A provider with nothing but pages: choose a bank, decide there, land somewhere else. */
const createPages: CreateProvider = ({ banks, baseUrl }) => ({
  id: 'pages',
  name: 'Pages',
  routes: [
    {
      method: 'GET',
      path: '/choose',
      kind: 'page',
      handle: () =>
        page(
          bankChoicePage({
            providerName: 'Pages',
            banks: banks.all({ country: 'DE' }),
            action: '/pages/choose',
            hidden: {},
          }),
        ),
    },
    {
      method: 'POST',
      path: '/choose',
      kind: 'page',
      handle: ({ form }) => redirect(`/pages/decide/${form.get('institution')}`),
    },
    {
      method: 'GET',
      path: '/decide/:bank',
      kind: 'page',
      handle: ({ params }) =>
        page(
          approvalPage({
            providerName: 'Pages',
            bankName: banks.byId(params.bank ?? '')?.name ?? '',
            heading: 'Share your accounts',
            facts: [['Shared', 'Name, number and balance']],
            accounts: banks
              .accountsAt(params.bank ?? '')
              .map(({ id, label, iban = '' }) => ({ id, label, number: iban })),
            choose: 'several',
            action: '/pages/decide',
            hidden: { session: 's-1' },
          }),
        ),
    },
    {
      method: 'POST',
      path: '/decide',
      kind: 'page',
      // The return URI of a real application is on another host, which the pages' policy must let the browser reach.
      handle: ({ form }) => redirect(`${baseUrl.replace('127.0.0.1', 'localhost')}/pages/landed?${form}`),
    },
    { method: 'GET', path: '/landed', kind: 'page', handle: ({ query }) => json(200, [...query]) },
    {
      method: 'GET',
      path: '/message',
      kind: 'page',
      handle: () => page(messagePage({ title: 'Used already', text: 'Start again.' })),
    },
  ],
});

describe('the pages of the simulator in a browser', () => {
  let simulator: Simulator;
  let browser: Browser | undefined;
  before(async () => {
    browser = await launchBrowser();
    simulator = await startSimulator({ providers: [createPages] });
  });
  after(async () => {
    await browser?.close();
    await simulator.stop();
  });

  // Colours do not depend on the width, nor widths on the colours: two of the four show all.
  for (const [device, width, colorScheme] of [
    ['desktop', 1100, 'light'],
    ['phone', 360, 'dark'],
  ] as const) {
    it(`are accessible and fit on a ${device} in the ${colorScheme}`, async (t) => {
      if (browser === undefined) return t.skip(NO_BROWSER);
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const tab = await context.newPage();
      for (const path of [
        '/',
        '/pages/choose',
        '/pages/decide/de-n26',
        '/pages/decide/de-test-no-accounts',
        '/pages/message',
      ]) {
        await tab.goto(`${simulator.baseUrl}${path}`);
        const { violations } = await tab.evaluate<{
          violations: { id: string; nodes: { html: string }[] }[];
        }>(`${AXE}; axe.run()`);
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          [],
          path,
        );
        const styled = await tab.evaluate(
          () => getComputedStyle(document.querySelector('main') ?? document.body).borderRadius,
        );
        assert.notEqual(styled, '0px', 'the policy kept the stylesheet out');
        const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert(overflow <= 0, `${path} is ${overflow} pixels too wide`);
      }
      await context.close();
    });
  }

  it('are walked without JavaScript from the choice of a bank to another host', async (t) => {
    if (browser === undefined) return t.skip(NO_BROWSER);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const tab = await context.newPage();
    await tab.goto(`${simulator.baseUrl}/pages/choose`);
    await tab.getByLabel('Bank').selectOption('N26');
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByLabel('User name').fill('ada');
    await tab.getByLabel('Tagesgeldkonto').check();
    await tab.getByRole('button', { name: 'Approve' }).click();
    assert.equal(new URL(tab.url()).hostname, 'localhost');
    assert.deepEqual(
      [...new URL(tab.url()).searchParams],
      [
        ['session', 's-1'],
        ['login', 'ada'],
        ['password', ''],
        ['account', 'de-n26-1'],
        ['account', 'de-n26-2'],
        ['decision', 'approve'],
      ],
    );
    await context.close();
  });
});
