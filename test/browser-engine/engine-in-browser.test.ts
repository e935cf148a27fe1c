import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, NO_BROWSER } from '../harness/browser.ts';
import { decideBatch } from './decide-batch.ts';
import { engineInBrowser, proveIn } from './engine-in-browser.ts';
import { sampleGroups } from './sample-groups.ts';

const SEED = 20_261_008;

let browser: Browser | undefined;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

test(engineInBrowser.claim, { timeout: 180_000 }, async (t) => {
  if (browser === undefined) return t.skip(NO_BROWSER);
  const scale = engineInBrowser.scaleShort;
  const { failures, facts } = await proveIn(browser, { seed: SEED, scale, onProgress: () => {} });
  t.diagnostic(`seed ${SEED}, ${JSON.stringify(facts)}`);
  assert.equal(failures.join('\n'), '');
});

test('the random questions reach every approach', async () => {
  const { tally } = await decideBatch(sampleGroups(SEED, 0, 500), 'forwards');
  for (const kind of ['degraded', 'explored', 'forced', 'no_route', 'policy', 'ranked']) {
    assert(kind in tally, `none was ${kind}: ${JSON.stringify(tally)}`);
  }
});

test('a seed gives the same groups again, and another one others', async () => {
  const hashes = await Promise.all(
    [SEED, SEED, SEED + 1].map(
      async (seed) => (await decideBatch(sampleGroups(seed, 0, 5), 'forwards')).hash,
    ),
  );
  assert.equal(hashes[0], hashes[1]);
  assert.notEqual(hashes[0], hashes[2]);
});
