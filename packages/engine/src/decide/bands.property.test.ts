/** Bands in which rails really compete: prices that cross, clamp and step, in several assets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile } from '../compile.ts';
import type { DecisionRequest } from '../decision.ts';
import type { Fee, Price, Snapshot } from '../snapshot.ts';
import {
  EUR,
  GBP,
  NOW_MS,
  samplePolicy,
  sampleRails,
  sampleRule,
  sampleSnapshot,
} from './testing/sample-snapshot.ts';

const NAMES = ['alder', 'birch', 'cedar', 'elm', 'fir'];
const plain = { noNullPrototype: true } as const;
/** Little fixed goes with many basis points, so that nobody is the cheapest everywhere. */
const fee: fc.Arbitrary<Fee> = fc
  .record({
    asset: fc.oneof({ weight: 3, arbitrary: fc.constant(EUR) }, { weight: 1, arbitrary: fc.constant(GBP) }),
    fixed: fc.integer({ min: 0, max: 30 }),
    noise: fc.nat(60),
    ends: fc.record(
      { min: fc.integer({ min: 5, max: 20 }).map(String), max: fc.integer({ min: 25, max: 60 }).map(String) },
      { ...plain, requiredKeys: [] },
    ),
  })
  .map(({ asset, fixed, noise, ends }) => ({
    asset,
    fixed: String(fixed),
    bps: (30 - fixed) * 8 + noise,
    ...ends,
  }));
const contest: fc.Arbitrary<Snapshot> = fc
  .record({
    fees: fc.tuple(...NAMES.map(() => fee)),
    speeds: fc.tuple(...NAMES.map(() => fc.constantFrom(100, 200))),
    preference: fc.constantFrom('cheapest' as const, 'recommended' as const, 'fastest' as const),
    rate: fc.record({
      numerator: fc.integer({ min: 1, max: 300 }),
      denominator: fc.integer({ min: 1, max: 300 }),
    }),
    limit: fc.nat(1_500),
    rule: fc.option(
      fc.record({
        width: fc.nat(900),
        type: fc.constantFrom('exclude' as const, 'require' as const, 'prefer' as const),
        rails: fc.constantFrom(['birch'], ['alder', 'cedar'], ['nobody']),
      }),
    ),
    used: fc.nat(1_500),
    mode: fc.constantFrom('retroactive' as const, 'marginal' as const),
    tolerancePpm: fc.constantFrom(0, 100_000),
  })
  .map(({ fees, speeds, preference, rate, limit, rule, used, mode, tolerancePpm }) => {
    const { rails, connections } = sampleRails(Object.fromEntries(NAMES.map((name) => [name, 0])));
    const prices = fees.map(
      (one, at): Price => ({
        connection: connections[at]?.id ?? '',
        when: {},
        fee: one,
        ...(at === 0 ? { contract: 'contract' } : {}),
      }),
    );
    return sampleSnapshot({
      rails,
      connections: connections.map((one, at) => ({
        ...one,
        declaredLatency: { p50Ms: speeds[at] ?? 0, p95Ms: 1_000 },
        limits: at === 4 ? [{ asset: EUR, max: String(limit) }] : [],
      })),
      prices,
      contracts: [
        {
          id: 'contract',
          connection: connections[0]?.id ?? '',
          basis: 'volume',
          asset: EUR,
          mode,
          tiers: [
            { from: '0', fixed: '20', bps: 200 },
            { from: '1000', fixed: '5', bps: 90 },
            { from: '2000', fixed: '2', bps: 20 },
          ],
          periodStart: '2026-10-01T00:00:00Z',
          periodEnd: '2026-11-01T00:00:00Z',
          used: String(used),
          commitment: { value: '90000', tolerancePpm },
        },
      ],
      policy: samplePolicy({
        preference,
        rules:
          rule === null
            ? []
            : [
                sampleRule(
                  'part',
                  { amountMin: String(limit), amountMax: String(limit + rule.width) },
                  { type: rule.type, rails: rule.rails },
                ),
              ],
      }),
      fx: [
        {
          from: GBP,
          to: EUR,
          numerator: String(rate.numerator),
          denominator: String(rate.denominator),
          asOf: '2026-10-08T09:00:00Z',
        },
      ],
    });
  });

const BASE: Omit<DecisionRequest, 'amount'> = { operation: 'banking.pis.single', payer: { country: 'DE' } };
const CONTEXT = { nowMs: NOW_MS, id: 'dec_00000001' };

test('breakpoints are just where the winner of the exact amounts changes, however prices cross', () => {
  let found = 0;
  fc.assert(
    fc.property(contest, fc.nat(300), fc.integer({ min: 500, max: 1_500 }), (snapshot, min, width) => {
      const engine = compile(snapshot);
      const winnerAt = (amount: number) =>
        engine.decide({ ...BASE, amount: { value: String(amount), asset: EUR } }, CONTEXT).connection;
      const band = { asset: EUR, band: { min: String(min), max: String(min + width) } };
      const { breakpoints = [] } = engine.decide({ ...BASE, amount: band }, CONTEXT);
      const changes: string[] = [];
      let last = winnerAt(min);
      for (let amount = min + 1; amount <= min + width; amount += 1) {
        const winner = winnerAt(amount);
        if (winner !== last) changes.push(String(amount));
        last = winner;
      }
      assert.deepEqual(
        breakpoints.map((one) => one.value),
        changes,
      );
      found += changes.length;
    }),
    { numRuns: 150 },
  );
  assert.ok(found > 100, `only ${found} changes were found: the contests were none`);
});

test('in a band far beyond what can be counted, the winner differs on either side of each breakpoint', () => {
  fc.assert(
    fc.property(contest, fc.bigInt({ min: 1n, max: 10n ** 30n }), (snapshot, max) => {
      const engine = compile(snapshot);
      const winnerAt = (amount: bigint) =>
        engine.decide({ ...BASE, amount: { value: String(amount), asset: EUR } }, CONTEXT).connection;
      const band = { asset: EUR, band: { min: '0', max: String(max) } };
      const { breakpoints = [] } = engine.decide({ ...BASE, amount: band }, CONTEXT);
      const starts = [0n, ...breakpoints.map((one) => BigInt(one.value))];
      for (const [at, start] of starts.entries()) {
        if (at > 0) assert.notEqual(winnerAt(start), winnerAt(start - 1n));
        const end = (starts[at + 1] ?? max + 1n) - 1n;
        assert.equal(winnerAt((start + end) / 2n), winnerAt(start));
        assert.equal(winnerAt(end), winnerAt(start));
      }
    }),
    { numRuns: 200 },
  );
});

test('an explanation gives the middle of a band to whom its exact amount goes', () => {
  const said = new Map<string, number>();
  fc.assert(
    fc.property(contest, fc.nat(1_000), fc.integer({ min: 1, max: 1_500 }), (snapshot, min, width) => {
      const engine = compile(snapshot);
      const winnerAt = (amount: number) =>
        engine.decide({ ...BASE, amount: { value: String(amount), asset: EUR } }, CONTEXT).rail;
      const band = { asset: EUR, band: { min: String(min), max: String(min + width) } };
      const decision = engine.decide({ ...BASE, amount: band }, CONTEXT);
      const { rail, explanation, approach, breakpoints = [] } = decision;
      const middle = winnerAt(Math.floor(min + width / 2));
      said.set(explanation.key, (said.get(explanation.key) ?? 0) + 1);
      const part = decision.alternatives.filter((one) => one.explanation.key === 'lost.band_part');
      for (const one of part) assert.equal(one.rail, middle);
      if (explanation.key === 'chosen.band_whole') {
        assert.notEqual(middle, rail);
        assert.equal(explanation.vars.other, middle?.toUpperCase());
        const runs = decision.alternatives.some((one) => one.rail === middle);
        assert.equal(part.length, runs ? 1 : 0);
      } else if (explanation.key === 'chosen.band_whole_only') assert.equal(middle, undefined);
      else if (approach === 'ranked') {
        assert.equal(middle, rail);
        if (explanation.key !== 'chosen.band') assert.deepEqual(breakpoints, []);
      }
    }),
    { numRuns: 400 },
  );
  for (const key of ['chosen.band', 'chosen.band_whole', 'chosen.band_whole_only', 'chosen.cheapest']) {
    assert.ok((said.get(key) ?? 0) > 0, `no explanation was ${key}`);
  }
});
