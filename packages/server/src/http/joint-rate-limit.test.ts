import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeRateTokens } from '../store/rate-buckets.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createJointRateLimiter, type JointRateLimiter, shareMax } from './joint-rate-limit.ts';
import { createTokenExchange, type TakeTokens } from './token-exchange.ts';

let store: TestStore;
before(async () => {
  store = await startTestStore();
});
after(() => store?.stop());

const LIMIT = { perSecond: 20, burst: 40 };

function nodeOn(take: TakeTokens, limit = LIMIT): JointRateLimiter {
  return createJointRateLimiter(
    { exchange: createTokenExchange(take), now: Date.now, nameOf: (key) => key, onFault: () => undefined },
    limit,
  );
}
const onStore: TakeTokens = (requests) => takeRateTokens(store.db, requests);

test('two nodes that are hammered admit together what one limit allows', async () => {
  const nodes = [nodeOn(onStore), nodeOn(onStore)];
  const startedMs = Date.now();
  let admitted = 0;
  await Promise.all(
    nodes.map(async (node) => {
      while (Date.now() - startedMs < 1_500) {
        const verdicts = await Promise.all(
          Array.from({ length: 5 }, () => node.take('hammered', Date.now())),
        );
        admitted += verdicts.filter(({ allowed }) => allowed).length;
        await sleep(5);
      }
    }),
  );
  const allowed = LIMIT.burst + (LIMIT.perSecond * (Date.now() - startedMs)) / 1_000;
  const slack = nodes.length * shareMax(LIMIT);
  assert.ok(admitted <= allowed + slack, `${admitted} of ${allowed}`);
  assert.ok(admitted >= allowed - slack - LIMIT.perSecond / 4, `${admitted} of ${allowed}`);
});

test('calls within a share wait for nobody', async () => {
  const node = nodeOn(onStore);
  assert.ok(node.take('quiet', Date.now()) instanceof Promise, 'the first has to ask');
  await node.take('quiet', Date.now());
  assert.ok(!(node.take('quiet', Date.now()) instanceof Promise));
});

test('what a node took and did not use is there for the others', async () => {
  const [first, second] = [nodeOn(onStore), nodeOn(onStore)];
  assert.equal((await first.take('moves', Date.now())).allowed, true);
  await sleep(1_050);
  await first.bringBack();
  const verdicts = await Promise.all(
    Array.from({ length: LIMIT.burst - 1 }, () => second.take('moves', Date.now())),
  );
  assert.ok(verdicts.every(({ allowed }) => allowed));
});

test('an empty bucket is not asked again for every call', async () => {
  let asked = 0;
  const node = nodeOn(
    async (requests) => {
      asked += 1;
      return onStore(requests);
    },
    { perSecond: 1, burst: 2 },
  );
  for (let call = 0; call < 50; call += 1) await node.take('empty', Date.now());
  const verdict = await node.take('empty', Date.now());
  assert.deepEqual([verdict.allowed, verdict.remaining, verdict.retryAfterS], [false, 0, 1]);
  assert.ok(asked <= 5, `asked ${asked} times`);
});

test('while the store does not answer each node limits by itself', async () => {
  const node = nodeOn(() => Promise.reject(new Error('gone')));
  let admitted = 0;
  for (let call = 0; call < 100; call += 1) if ((await node.take('alone', Date.now())).allowed) admitted += 1;
  assert.ok(admitted >= LIMIT.burst && admitted < LIMIT.burst + 10, `${admitted}`);
});
