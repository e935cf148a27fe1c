import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import type { Decision, DecisionRequest } from '../decision.ts';
import type { Rule } from '../policy.ts';
import {
  EUR,
  GBP,
  NOW_MS,
  samplePolicy,
  sampleRails,
  sampleRule,
  sampleSnapshot,
} from './testing/sample-snapshot.ts';

const REQUEST: DecisionRequest = {
  operation: 'banking.pis.single',
  amount: { value: '1000', asset: EUR },
  payer: { country: 'DE', scheme: 'iban', institution: 'ins_bank00001' },
};

function decide(rules: readonly Rule[], change: Partial<DecisionRequest> = {}): Decision {
  const snapshot = sampleSnapshot({
    ...sampleRails({ alder: 10, birch: 20, cedar: 30 }),
    policy: samplePolicy({ rules }),
  });
  return compile(snapshot).decide({ ...REQUEST, ...change }, { nowMs: NOW_MS, id: 'dec_00000001' });
}

function ranked({ rail, alternatives }: Decision): readonly (string | undefined)[] {
  return [rail, ...alternatives.map((one) => one.rail)];
}

test('exclude removes the rails it names', () => {
  const decision = decide([sampleRule('no', {}, { type: 'exclude', rails: ['alder'] })]);
  assert.deepEqual(ranked(decision), ['birch', 'cedar']);
  assert.equal(decision.excluded[0]?.code, 'policy.excluded');
  assert.equal(decision.approach, 'ranked');
});

test('require removes all others', () => {
  const decision = decide([sampleRule('only', {}, { type: 'require', rails: ['cedar', 'birch'] })]);
  assert.deepEqual(ranked(decision), ['birch', 'cedar']);
  assert.equal(decision.excluded[0]?.code, 'policy.not_required');
  assert.equal(decision.approach, 'policy');
});

test('prefer moves rails to the front in the order given and keeps the rest by rank', () => {
  const decision = decide([sampleRule('first', {}, { type: 'prefer', rails: ['cedar', 'nobody', 'birch'] })]);
  assert.deepEqual(ranked(decision), ['cedar', 'birch', 'alder']);
  assert.equal(decision.approach, 'policy');
  assert.ok(!decision.labels.includes('cheapest'));
});

test('a preference for nobody in the running changes nothing', () => {
  const decision = decide([sampleRule('first', {}, { type: 'prefer', rails: ['nobody'] })]);
  assert.equal(decision.rail, 'alder');
  assert.equal(decision.approach, 'ranked');
});

test('the first prefer or split that matches is the one that counts', () => {
  const decision = decide([
    sampleRule('other-country', { countries: ['FR'] }, { type: 'prefer', rails: ['alder'] }),
    sampleRule('first', {}, { type: 'prefer', rails: ['birch'] }),
    sampleRule('second', {}, { type: 'split', shares: [{ rail: 'cedar', percent: 100 }] }),
  ]);
  assert.equal(decision.rail, 'birch');
  assert.equal(decision.explanation.vars.rule, 'first');
});

test('rules act in order on what is left, and may leave nobody', () => {
  const decision = decide([
    sampleRule('no', {}, { type: 'exclude', rails: ['alder'] }),
    sampleRule('only', {}, { type: 'require', rails: ['alder'] }),
  ]);
  assert.equal(decision.outcome, 'no_route');
  assert.deepEqual(
    decision.excluded.map(({ rail, code }) => `${rail} ${code}`),
    ['alder policy.excluded', 'birch policy.not_required', 'cedar policy.not_required'],
  );
});

test('each condition must hold, and what the request leaves unsaid does not', () => {
  const excluded = (when: Rule['when'], change: Partial<DecisionRequest> = {}) =>
    decide([sampleRule('no', when, { type: 'exclude', rails: ['alder'] })], change).rail !== 'alder';
  assert.equal(excluded({ operations: ['banking.pis.single'] }), true);
  assert.equal(excluded({ operations: ['banking.payouts'] }), false);
  assert.equal(excluded({ countries: ['DE'] }), true);
  assert.equal(excluded({ countries: ['FR'] }), false);
  assert.equal(excluded({ institutions: ['ins_bank00001'] }), true);
  assert.equal(excluded({ institutions: ['ins_bank00001'] }, { payer: { country: 'DE' } }), false);
  assert.equal(excluded({ schemes: ['iban'] }), true);
  assert.equal(excluded({ schemes: ['gb-scan'] }), false);
  assert.equal(excluded({ assets: [EUR] }), true);
  assert.equal(excluded({ assets: [GBP] }), false);
  assert.equal(excluded({ countries: ['DE'], assets: [GBP] }), false);
});

test('bounds of the amount are both included, and hold for a band only as a whole', () => {
  const rules = [
    sampleRule('no', { amountMin: '1000', amountMax: '2000' }, { type: 'exclude', rails: ['alder'] }),
  ];
  const at = (value: string) => decide(rules, { amount: { value, asset: EUR } }).rail;
  assert.deepEqual(['999', '1000', '2000', '2001'].map(at), ['alder', 'birch', 'birch', 'alder']);
  const over = (min: string, max: string) => decide(rules, { amount: { asset: EUR, band: { min, max } } });
  assert.equal(over('1000', '2000').rail, 'birch');
  assert.equal(over('999', '2000').rail, 'alder');
  assert.deepEqual(
    over('500', '3000').breakpoints?.map(({ value }) => value),
    ['1000', '2001'],
  );
});

const BAND = { amount: { asset: EUR, band: { min: '1000', max: '2000' } } } as const;

test('a rule for the middle of a band does not decide the band, and both rails say so', () => {
  const rules = [
    sampleRule('middle', { amountMin: '1400', amountMax: '1600' }, { type: 'prefer', rails: ['cedar'] }),
  ];
  const decision = decide(rules, BAND);
  assert.deepEqual(ranked(decision), ['alder', 'birch', 'cedar']);
  assert.deepEqual(decision.explanation, {
    key: 'chosen.band_whole',
    vars: { rail: 'ALDER', preference: 'cheapest', middle: 'EUR 15.00', other: 'CEDAR' },
  });
  assert.deepEqual(
    decision.alternatives.map(({ explanation }) => explanation.key),
    ['lost.dearer_in_band', 'lost.band_part'],
  );
  assert.deepEqual(
    decision.breakpoints?.map(({ value }) => value),
    ['1400', '1601'],
  );
});

test('rules that share a band out give it no breakpoint, and still the explanation names who wins', () => {
  const halves = [{ amountMax: '1499' }, { amountMin: '1500' }];
  const rules = halves.map((when, at) =>
    sampleRule(`half-${at}`, when, { type: 'prefer', rails: ['birch'] }),
  );
  const decision = decide(rules, BAND);
  assert.deepEqual(decision.breakpoints, []);
  assert.equal(decision.rail, 'alder');
  assert.equal(decision.explanation.key, 'chosen.band_whole');
  assert.equal(decision.explanation.vars.other, 'BIRCH');
});

test('a rule that leaves nobody for the middle of a band is told by whoever has the whole band', () => {
  const rules = [
    sampleRule('none', { amountMin: '1400', amountMax: '1600' }, { type: 'require', rails: ['nobody'] }),
  ];
  for (const constraints of [{}, { excludeRails: ['birch', 'cedar'] }]) {
    const { rail, explanation } = decide(rules, { ...BAND, constraints });
    assert.equal(rail, 'alder');
    assert.equal(explanation.key, 'chosen.band_whole_only');
  }
});

test('beside a part with a rule of its own, the stretch that is told is the one around the middle', () => {
  const rules = [
    sampleRule('low', { amountMin: '1400', amountMax: '1600' }, { type: 'prefer', rails: ['cedar'] }),
  ];
  const band = { amount: { asset: EUR, band: { min: '1000', max: '5000' } } };
  assert.deepEqual(decide(rules, band).explanation, {
    key: 'chosen.band',
    vars: { rail: 'ALDER', preference: 'cheapest', from: 'EUR 16.01', to: 'EUR 50.00' },
  });
});
