import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CellChain, EVIDENCE_OUTCOMES_MAX, observe } from './observe-outcome.ts';

const WHERE = { rail: 'a', operation: 'banking.payouts', country: 'DE', institution: 'n26' } as const;
const outcomes = fc.array(
  fc.record({
    atMs: fc.nat(100_000_000),
    attribution: fc.constantFrom('success' as const, 'failure' as const, 'neutral' as const),
  }),
  { maxLength: 300 },
);
const policy = fc.record({
  priorPpm: fc.nat(1_000_000),
  priorStrength: fc.nat(100),
  halfLifeMs: fc.integer({ min: 1, max: 1_000_000_000 }),
});

test('in any order, cells stay whole, not negative, within their limit and no older than they were', () => {
  fc.assert(
    fc.property(outcomes, policy, (list, p) => {
      let chain: CellChain = {};
      let counted = 0;
      for (const { atMs, attribution } of list) {
        const asOfMs = chain.operation?.asOfMs ?? 0;
        const seen = observe(chain, { ...WHERE, atMs, attribution }, p);
        chain = seen.cells;
        if (attribution !== 'neutral') counted += 1;
        if (attribution === 'success') assert.ok(seen.afterPpm >= seen.beforePpm - 3);
        if (attribution === 'failure') assert.ok(seen.afterPpm <= seen.beforePpm + 3);
        for (const cell of [chain.operation, chain.country, chain.institution]) {
          if (cell === undefined) continue;
          assert.ok(Number.isSafeInteger(cell.successMicro) && cell.successMicro >= 0);
          assert.ok(Number.isSafeInteger(cell.failureMicro) && cell.failureMicro >= 0);
          assert.ok(cell.successMicro + cell.failureMicro <= EVIDENCE_OUTCOMES_MAX * 1_000_000);
          assert.ok(cell.asOfMs >= asOfMs && cell.samples === counted);
        }
      }
    }),
  );
});
