import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TokenGrant, TokenRequest } from '../domain/rate-tokens.ts';
import { createJointRateLimiter, shareMax } from './joint-rate-limit.ts';

/** A bucket as the store keeps it, in memory and on a clock of the test's. */
function bucketOf(now: () => number) {
  let state: { tokens: number; atMs: number } | undefined;
  return async ({ burst, perSecond, returned, wanted }: TokenRequest): Promise<TokenGrant> => {
    const refilled = state === undefined ? 0 : ((now() - state.atMs) / 1_000) * perSecond;
    const level = state === undefined ? burst : Math.min(burst, state.tokens + returned + refilled);
    const granted = Math.min(wanted, Math.floor(level));
    state = { tokens: level - granted, atMs: now() };
    return { granted, tokens: state.tokens };
  };
}

const step = fc.record({
  node: fc.integer({ min: 0, max: 2 }),
  calls: fc.integer({ min: 1, max: 30 }),
  afterMs: fc.integer({ min: 0, max: 1_500 }),
});

test('all nodes together admit no more than the limit and the shares they held', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ perSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 100 }) }),
      fc.array(step, { minLength: 1, maxLength: 40 }),
      async (limit, steps) => {
        let nowMs = 0;
        const now = () => nowMs;
        const ask = bucketOf(now);
        const deps = {
          exchange: { ask },
          now,
          nameOf: (key: string) => key,
          onFault: (error: unknown) => assert.fail(String(error)),
        };
        const nodes = [0, 1, 2].map(() => createJointRateLimiter(deps, limit));
        let admitted = 0;
        let refused = 0;
        for (const { node, calls, afterMs } of steps) {
          nowMs += afterMs;
          const verdicts = await Promise.all(
            Array.from({ length: calls }, () => nodes[node]?.take('key', nowMs)),
          );
          const allowed = verdicts.filter((verdict) => verdict?.allowed).length;
          admitted += allowed;
          refused += calls - allowed;
          await Promise.all(nodes.map((one) => one.bringBack()));
        }
        const slack = nodes.length * shareMax(limit);
        const most = limit.burst + (limit.perSecond * nowMs) / 1_000 + slack;
        assert.ok(admitted <= most, `${admitted} admitted, at most ${most}`);
        // Nobody is refused while the others' shares could not explain it.
        if (refused > 0)
          assert.ok(admitted >= limit.burst - slack, `${admitted} admitted, ${refused} refused`);
      },
    ),
    { numRuns: 200 },
  );
});
