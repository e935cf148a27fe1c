/**
 * The proof that the engine is one engine: random snapshots and requests, decided here and in a real Chromium, have the same
 * bytes. A batch travels to the browser as JSON, as a snapshot does to a client; the answers are compared by hash, and a
 * batch that differs is searched for the first decision that does. Here the questions are asked in the opposite order, so
 * that nothing an engine remembers from one decision may show in another.
 */
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, NO_BROWSER } from '../harness/browser.ts';
import { createFindings } from '../proofs/findings.ts';
import type { Proof, ProofOptions, Verdict } from '../proofs/proof.ts';
import { drawBatches } from './batch-source.ts';
import { type BatchResult, type Decided, decideBatch, decideGroup, type Group } from './decide-batch.ts';
import { serveModules } from './serve-modules.ts';
import { createServedCheck } from './served-decisions.ts';

export const engineInBrowser: Proof = {
  name: 'browser',
  claim: 'server, Node and browser decide alike, to the byte',
  unit: 'pairs of snapshot and request',
  scaleShort: 4_000,
  scaleLong: 1_000_000,
  async run(options) {
    const browser = await launchBrowser();
    if (browser === undefined) throw new Error(NO_BROWSER);
    try {
      return await proveIn(browser, options);
    } finally {
      await browser.close();
    }
  },
};

/** What the service writes is checked for the first few snapshots of each batch, because that takes longer than deciding. */
const SERVED_PER_BATCH = 12;
const PROGRESS_EVERY_MS = 5_000;

export async function proveIn(browser: Browser, { seed, scale, onProgress }: ProofOptions): Promise<Verdict> {
  const there = await openBrowserSide(browser);
  const findings = createFindings();
  const servedDifferently = createServedCheck();
  const tally: Record<string, number> = {};
  let [pairs, served, bytes, toldAt] = [0, 0, 0, performance.now()];
  try {
    for await (const batch of drawBatches(seed, scale)) {
      // The browser begins first: it has a process of its own, and this one is then busy.
      const answer = there.decide(batch.text);
      // What we drew ourselves, so it is a list of groups.
      const groups = JSON.parse(batch.text) as readonly Group[];
      const here = await decideBatch(groups, 'backwards');
      if ((await answer).hash !== here.hash) {
        findings.add(
          'decided differently',
          `seed ${seed}, batch ${batch.number}, ${await there.firstDifference(groups)}`,
        );
      }
      for (const group of groups.slice(0, SERVED_PER_BATCH)) {
        served += group.questions.length;
        for (const text of servedDifferently(group)) findings.add('served differently', text);
      }
      pairs += batch.pairs;
      bytes += here.bytes;
      for (const [kind, count] of Object.entries(here.tally)) tally[kind] = (tally[kind] ?? 0) + count;
      if (performance.now() - toldAt > PROGRESS_EVERY_MS) {
        toldAt = performance.now();
        onProgress(`${pairs} pairs, ${findings.count} findings`);
      }
    }
  } finally {
    await there.close();
  }
  return {
    failures: findings.list(),
    facts: { chromium: browser.version(), pairs, served, bytes, ...tally },
  };
}

interface BrowserSide {
  decide(groups: string): Promise<BatchResult>;
  /** In words; for the batch decided last, when the hashes differ. */
  firstDifference(groups: readonly Group[]): Promise<string>;
  close(): Promise<void>;
}

async function openBrowserSide(browser: Browser): Promise<BrowserSide> {
  let waiting = '[]';
  const modules = await serveModules((request, response) => {
    if (request.url !== '/batch') return false;
    response.setHeader('content-type', 'application/json').end(waiting);
    return true;
  });
  const page = await browser.newPage();
  await page.goto(modules.baseUrl);
  const decide = (groups: string): Promise<BatchResult> => {
    waiting = groups;
    return inPage(page, `module.decideBatch(batch, 'forwards')`);
  };
  return {
    decide,
    async firstDifference(groups) {
      const lists: readonly (readonly Decided[])[] = await inPage(
        page,
        `batch.map((group) => module.decideGroup(group, 'forwards'))`,
      );
      for (const [at, group] of groups.entries()) {
        for (const [number, { line }] of decideGroup(group, 'backwards').entries()) {
          const other = lists[at]?.[number]?.line;
          // Line 0 is the digest of the snapshot.
          if (line !== other) return `snapshot ${at}, line ${number}:\nhere  ${line}\nthere ${other}`;
        }
      }
      return 'but each decision by itself is the same';
    },
    async close() {
      await page.close();
      await modules.close();
    },
  };
}

/** Evaluates an expression over the module and the batch that waits. */
function inPage<T>(page: Page, expression: string): Promise<T> {
  return page.evaluate(`Promise.all([
    import('/test/browser-engine/decide-batch.ts'),
    fetch('/batch', { cache: 'no-store' }).then((response) => response.json()),
  ]).then(([module, batch]) => ${expression})`);
}
