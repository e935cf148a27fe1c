import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import type { DecisionRequest } from '../decision.ts';
import type { Policy } from '../policy.ts';
import {
  EUR,
  GBP,
  NOW_MS,
  samplePolicy,
  sampleRails,
  sampleRule,
  sampleSnapshot,
} from './testing/sample-snapshot.ts';

const IDS = 40_000;
const REQUEST: DecisionRequest = {
  operation: 'banking.pis.single',
  amount: { value: '1000', asset: EUR },
  payer: { country: 'DE' },
};

function shares(policy: Policy, request = REQUEST) {
  const engine = compile(sampleSnapshot({ ...sampleRails({ alder: 10, birch: 20, cedar: 30 }), policy }));
  const found = new Map<string, { count: number; propensityPpm: number; approach: string }>();
  for (let at = 0; at < IDS; at += 1) {
    const { rail = '', propensityPpm, approach } = engine.decide(request, { nowMs: NOW_MS, id: `dec_${at}` });
    const before = found.get(rail)?.count ?? 0;
    found.set(rail, { count: before + 1, propensityPpm, approach });
  }
  return found;
}

/** Four standard deviations of a share. */
function isNear(count: number | undefined, share: number): boolean {
  return Math.abs((count ?? 0) - share * IDS) < 4 * Math.sqrt(share * (1 - share) * IDS);
}

test('a split gives each rail its share, and says so', () => {
  const rule = sampleRule(
    'split',
    {},
    {
      type: 'split',
      shares: [
        { rail: 'birch', percent: 70 },
        { rail: 'cedar', percent: 30 },
      ],
    },
  );
  const found = shares(samplePolicy({ rules: [rule] }));
  assert.ok(isNear(found.get('birch')?.count, 0.7) && isNear(found.get('cedar')?.count, 0.3));
  assert.equal(found.get('birch')?.propensityPpm, 700_000);
  assert.equal(found.get('cedar')?.propensityPpm, 300_000);
  assert.equal(found.get('alder'), undefined);
});

test('shares are of the rails that are still in the running', () => {
  const rule = sampleRule(
    'split',
    {},
    {
      type: 'split',
      shares: [
        { rail: 'nobody', percent: 50 },
        { rail: 'birch', percent: 25 },
        { rail: 'cedar', percent: 25 },
      ],
    },
  );
  const found = shares(samplePolicy({ rules: [rule] }));
  assert.ok(isNear(found.get('birch')?.count, 0.5));
  assert.equal(found.get('cedar')?.propensityPpm, 500_000);
});

test('two rules do not draw alike, nor do two salts', () => {
  const drawn = (salt: string, id: string) => {
    const rule = sampleRule(
      id,
      {},
      {
        type: 'split',
        shares: [
          { rail: 'birch', percent: 50 },
          { rail: 'cedar', percent: 50 },
        ],
      },
    );
    const policy = samplePolicy({ salt, rules: [rule] });
    const engine = compile(sampleSnapshot({ ...sampleRails({ birch: 1, cedar: 1 }), policy }));
    return Array.from(
      { length: 64 },
      (_, at) => engine.decide(REQUEST, { nowMs: NOW_MS, id: `${at}` }).rail,
    ).join();
  };
  assert.equal(new Set([drawn('a', 'x'), drawn('b', 'x'), drawn('a', 'y')]).size, 3);
});

test('exploring tries each other rail alike, and reports the odds', () => {
  const found = shares(samplePolicy({ exploration: { ratePpm: 200_000, amountMax: '1000' } }));
  assert.ok(isNear(found.get('alder')?.count, 0.8));
  assert.ok(isNear(found.get('birch')?.count, 0.1) && isNear(found.get('cedar')?.count, 0.1));
  assert.deepEqual(
    { ...found.get('alder'), count: 0 },
    { count: 0, propensityPpm: 800_000, approach: 'ranked' },
  );
  assert.deepEqual(
    { ...found.get('cedar'), count: 0 },
    { count: 0, propensityPpm: 100_000, approach: 'explored' },
  );
});

test('nothing is tried above the amount, without an amount, for a band, or where no rate leads', () => {
  const policy = samplePolicy({ exploration: { ratePpm: 1_000_000, amountMax: '1000' } });
  const engine = compile(sampleSnapshot({ ...sampleRails({ alder: 10, birch: 20 }), policy }));
  const approach = (amount?: DecisionRequest['amount']) => {
    const { amount: _, ...rest } = REQUEST;
    const request = amount === undefined ? rest : { ...rest, amount };
    return engine.decide(request, { nowMs: NOW_MS, id: 'dec_1' }).approach;
  };
  assert.equal(approach({ value: '1000', asset: EUR }), 'explored');
  assert.equal(approach({ value: '1001', asset: EUR }), 'ranked');
  assert.equal(approach({ value: '1', asset: GBP }), 'ranked');
  assert.equal(approach({ asset: EUR, band: { min: '1', max: '2' } }), 'ranked');
  assert.equal(approach(), 'ranked');
});

test('exploring is off unless the policy asks for it', () => {
  assert.deepEqual([...shares(samplePolicy()).keys()], ['alder']);
});

test('one rail is no choice: nothing is explored', () => {
  const policy = samplePolicy({ exploration: { ratePpm: 1_000_000, amountMax: '1000' } });
  const engine = compile(sampleSnapshot({ ...sampleRails({ alder: 10 }), policy }));
  const { approach, propensityPpm } = engine.decide(REQUEST, { nowMs: NOW_MS, id: 'dec_1' });
  assert.deepEqual({ approach, propensityPpm }, { approach: 'ranked', propensityPpm: 1_000_000 });
});

test('a choice is forced when the request took all others away', () => {
  const engine = compile(sampleSnapshot(sampleRails({ alder: 10, birch: 20, cedar: 30 })));
  const approach = (excludeRails: readonly string[]) =>
    engine.decide({ ...REQUEST, constraints: { excludeRails } }, { nowMs: NOW_MS, id: 'dec_1' }).approach;
  assert.equal(approach(['alder']), 'ranked');
  assert.equal(approach(['alder', 'birch']), 'forced');
});
