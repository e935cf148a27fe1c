import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Evidence, estimatePpm, PPM } from './estimate.ts';

const micro = fc.oneof(fc.nat(2_000_000), fc.nat(2 ** 31 - 1), fc.nat(2 ** 52));
const evidence: fc.Arbitrary<Evidence> = fc.record({
  successMicro: micro,
  failureMicro: micro,
  samples: fc.nat(1_000),
  asOfMs: fc.nat(1_000_000),
});
const chain = fc.record(
  { operation: evidence, country: evidence, institution: evidence },
  { requiredKeys: [] },
);
const policy = fc.record({
  priorPpm: fc.nat(PPM),
  priorStrength: fc.nat(1_000),
  halfLifeMs: fc.integer({ min: 1, max: 2 ** 37 }),
});
const now = fc.nat(2 ** 31 - 1);

test('an estimate is a whole number of millionths', () => {
  fc.assert(
    fc.property(chain, now, policy, (c, nowMs, p) => {
      const { successPpm } = estimatePpm(c, nowMs, p);
      assert.ok(Number.isSafeInteger(successPpm) && successPpm >= 0 && successPpm <= PPM, String(successPpm));
    }),
    { numRuns: 2_000 },
  );
});

test('a success more never lowers it and a failure more never raises it', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), policy, (s, f, more, p) => {
      const at = (successMicro: number, failureMicro: number) =>
        estimatePpm({ operation: { successMicro, failureMicro, samples: 1, asOfMs: 0 } }, 0, p).successPpm;
      if (s + f > 0) {
        assert.ok(at(s + more, f) >= at(s, f));
        assert.ok(at(s, f + more) <= at(s, f));
      }
    }),
  );
});

test('it agrees with the same fraction in bigint', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), policy, (s, f, p) => {
      const prior = BigInt(p.priorStrength);
      const whole = BigInt(s) + BigInt(f) + prior * 1_000_000n;
      if (whole === 0n) return;
      const exact = ((BigInt(s) + prior * BigInt(p.priorPpm)) * 1_000_000n) / whole;
      const operation = { successMicro: s, failureMicro: f, samples: 1, asOfMs: 0 };
      assert.equal(BigInt(estimatePpm({ operation }, 0, p).successPpm), exact);
    }),
    { numRuns: 2_000 },
  );
});
