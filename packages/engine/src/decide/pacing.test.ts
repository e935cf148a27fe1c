import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import type { Contract } from '../snapshot.ts';
import { isBehind, readPace } from './pacing.ts';
import { EUR, samplePrice, sampleRails, sampleSnapshot } from './testing/sample-snapshot.ts';

const START_MS = Date.UTC(2026, 9, 1);
const END_MS = Date.UTC(2026, 10, 1);
const MIDDLE_MS = (START_MS + END_MS) / 2;

function contract(used: number, fixed: number, change: Partial<Contract> = {}): Contract {
  return {
    id: 'contract',
    connection: 'con_alder0000000',
    basis: 'count',
    asset: EUR,
    mode: 'retroactive',
    tiers: [{ from: '0', fixed: String(fixed), bps: 0 }],
    periodStart: '2026-10-01T00:00:00Z',
    periodEnd: '2026-11-01T00:00:00Z',
    used: String(used),
    commitment: { value: '1000', tolerancePpm: 100_000 },
    ...change,
  };
}

function behind(used: number, nowMs: number): boolean {
  const pace = readPace(contract(used, 0));
  return pace !== undefined && isBehind(pace, nowMs);
}

test('behind is less than the part of the period that has passed', () => {
  assert.equal(behind(499, MIDDLE_MS), true);
  assert.equal(behind(500, MIDDLE_MS), false);
  assert.equal(behind(0, START_MS), false);
  assert.equal(behind(0, START_MS + 1), true);
});

test('outside its period a contract is not behind', () => {
  assert.equal(behind(0, START_MS - 1), false);
  assert.equal(behind(0, END_MS), false);
});

test('a contract without a commitment, or with a period nobody can read, sets no pace', () => {
  const { commitment: _, ...free } = contract(0, 0);
  assert.equal(readPace(free), undefined);
  assert.equal(readPace(contract(0, 0, { periodStart: 'soon' })), undefined);
});

function winnerAt(fixed: number, used = 10, nowMs = MIDDLE_MS): string | undefined {
  const snapshot = sampleSnapshot({
    ...sampleRails({ alder: 0, birch: 100 }),
    prices: [samplePrice('alder', 0, 0, { contract: 'contract' }), samplePrice('birch', 100)],
    contracts: [contract(used, fixed)],
  });
  const request = {
    operation: 'banking.pis.single' as const,
    amount: { value: '10000', asset: EUR },
    payer: { country: 'DE' },
  };
  return compile(snapshot).decide(request, { nowMs, id: 'dec_00000001' }).rail;
}

test('a rail that is behind wins up to its tolerance, and not beyond', () => {
  assert.equal(winnerAt(110), 'alder');
  assert.equal(winnerAt(111), 'birch');
});

test('a rail that is on pace wins by its price alone', () => {
  assert.equal(winnerAt(101, 500), 'birch');
  assert.equal(winnerAt(99, 500), 'alder');
});

test('the label says who is really the cheapest', () => {
  const snapshot = sampleSnapshot({
    ...sampleRails({ alder: 0, birch: 100 }),
    prices: [samplePrice('alder', 0, 0, { contract: 'contract' }), samplePrice('birch', 100)],
    contracts: [contract(10, 105)],
  });
  const { labels, alternatives } = compile(snapshot).decide(
    { operation: 'banking.pis.single', amount: { value: '1', asset: EUR }, payer: { country: 'DE' } },
    { nowMs: MIDDLE_MS, id: 'dec_00000001' },
  );
  assert.ok(!labels.includes('cheapest'));
  assert.ok(alternatives[0]?.labels.includes('cheapest'));
});
