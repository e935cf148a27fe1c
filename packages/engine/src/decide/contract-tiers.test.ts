import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Contract } from '../snapshot.ts';
import { contractPieces } from './contract-tiers.ts';
import { toPiecewise, valueUpAt } from './piecewise.ts';
import { ONE } from './ratio.ts';
import { EUR } from './testing/sample-snapshot.ts';

const TIERS = [
  { from: '0', fixed: '10', bps: 100 },
  { from: '1000', fixed: '5', bps: 50 },
  { from: '5000', fixed: '1', bps: 10 },
];

function contract(change: Partial<Contract>): Contract {
  return {
    id: 'contract',
    connection: 'con_00000000',
    basis: 'volume',
    asset: EUR,
    mode: 'retroactive',
    tiers: TIERS,
    periodStart: '2026-10-01T00:00:00Z',
    periodEnd: '2026-11-01T00:00:00Z',
    used: '0',
    ...change,
  };
}

function costAt(change: Partial<Contract>, amount: number, rate = ONE) {
  const pieces = contractPieces(contract(change), rate);
  return pieces === undefined ? undefined : valueUpAt(toPiecewise(pieces), amount);
}

test('retroactive: the tier reached with this payment holds for all of it', () => {
  assert.equal(costAt({}, 999), 10 + 10);
  assert.equal(costAt({}, 1_000), 5 + 5);
  assert.equal(costAt({ used: '900' }, 99), 10 + 1);
  assert.equal(costAt({ used: '900' }, 100), 5 + 1);
  assert.equal(costAt({ used: '900' }, 4_100), 1 + 5);
  assert.equal(costAt({ used: '99999' }, 1), 1 + 1);
});

test('marginal: each part is paid at its own tier, and the fixed part where the payment begins', () => {
  // 1000 at 1 %, 4000 at 0.5 %, 1000 at 0.1 %.
  assert.equal(costAt({ mode: 'marginal' }, 6_000), 10 + 10 + 20 + 1);
  // 500 at 1 %, 500 at 0.5 %.
  assert.equal(costAt({ mode: 'marginal', used: '500' }, 1_000), 10 + Math.ceil(5 + 2.5));
  assert.equal(costAt({ mode: 'marginal', used: '1000' }, 100), 5 + 1);
});

test('marginal costs add up part by part, whatever was used and paid', () => {
  const rates = (usage: number) => (usage < 1_000 ? 100 : usage < 5_000 ? 50 : 10);
  const fixed = (usage: number) => (usage < 1_000 ? 10 : usage < 5_000 ? 5 : 1);
  fc.assert(
    fc.property(fc.nat(7_000), fc.integer({ min: 1, max: 7_000 }), (used, amount) => {
      let hundredths = 0;
      for (let unit = used; unit < used + amount; unit += 1) hundredths += rates(unit);
      const expected = fixed(used) + Math.ceil(hundredths / 10_000);
      assert.equal(costAt({ mode: 'marginal', used: String(used) }, amount), expected);
    }),
    { numRuns: 50 },
  );
});

test('by count a payment is one unit: retroactive looks at the tier it reaches, marginal at the one it is in', () => {
  assert.equal(costAt({ basis: 'count', used: '998' }, 1_000), 10 + 10);
  assert.equal(costAt({ basis: 'count', used: '999' }, 1_000), 5 + 5);
  assert.equal(costAt({ basis: 'count', mode: 'marginal', used: '999' }, 1_000), 10 + 10);
  assert.equal(costAt({ basis: 'count', mode: 'marginal', used: '1000' }, 1_000), 5 + 5);
});

test('an amount in another asset reaches a tier by what it is worth', () => {
  const half = { numerator: 1n, denominator: 2n };
  assert.equal(costAt({}, 1_999, half), 10 + 10);
  assert.equal(costAt({}, 2_000, half), 5 + 5);
});

test('tiers may come in any order, and a contract without one that can be read prices nothing', () => {
  assert.equal(costAt({ tiers: TIERS.toReversed() }, 1_000), 10);
  assert.equal(costAt({ tiers: [] }, 1_000), undefined);
  assert.equal(costAt({ tiers: [{ from: '0', fixed: 'much', bps: 1 }] }, 1_000), undefined);
});
