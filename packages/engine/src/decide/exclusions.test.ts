/** Every reason for which a connection can be left out, each made to happen. A new reason does not compile without a case. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import type { DecisionRequest, Fix } from '../decision.ts';
import { ENGINE_SENTENCES, type EngineKey, explainKey, varsOfKey } from '../sentences.ts';
import type { Snapshot } from '../snapshot.ts';
import {
  EUR,
  NOW_MS,
  sampleConnection,
  samplePolicy,
  sampleRail,
  sampleRule,
  sampleSnapshot,
} from './testing/sample-snapshot.ts';

/** The last three speak of routes, which have their own tests. */
const OTHER_KINDS = ['fix', 'chosen', 'lost', 'none', 'route', 'fx', 'return'] as const;
type OtherKind = (typeof OTHER_KINDS)[number];
type ExclusionKey = Exclude<EngineKey, `${OtherKind}.${string}`>;

interface Case {
  readonly connection?: Parameters<typeof sampleConnection>[1];
  readonly rail?: Parameters<typeof sampleRail>[1];
  readonly snapshot?: Partial<Snapshot>;
  readonly policy?: Parameters<typeof samplePolicy>[0];
  readonly request?: Partial<DecisionRequest>;
  /** What would help; absent when nothing on the caller's side would. */
  readonly fix?: Fix['action'];
}

const BANK = 'ins_bank00001';
const OPERATION = 'banking.pis.single';
const REQUEST: DecisionRequest = {
  operation: OPERATION,
  amount: { value: '1000', asset: EUR },
  payer: { country: 'DE', scheme: 'iban' },
};

function coverage(rails: Snapshot['coverage'][number]['rails']): Pick<Case, 'snapshot' | 'request'> {
  return {
    snapshot: { coverage: [{ institution: BANK, country: 'DE', rails }] },
    request: { payer: { country: 'DE', institution: BANK } },
  };
}

const CASES: Readonly<Record<ExclusionKey, Case>> = {
  'connection.disabled': { connection: { status: 'disabled' }, fix: 'connect_rail' },
  'connection.pending': { connection: { status: 'pending' }, fix: 'connect_rail' },
  'rail.unknown': { snapshot: { rails: [] } },
  'operation.not_offered': { request: { operation: 'banking.pis.bulk' } },
  'operation.not_enabled': { connection: { operations: ['banking.pis.bulk'] }, fix: 'connect_rail' },
  'country.not_served': { request: { payer: { country: 'SE' } } },
  'country.not_enabled': { connection: { countries: ['FR'] }, fix: 'connect_rail' },
  'scheme.not_supported': { request: { payer: { country: 'DE', scheme: 'gb-scan' } } },
  'amount.unreadable': { request: { amount: { value: 'much', asset: EUR } } },
  'amount.asset_not_moved': { connection: { limits: [{ asset: 'iso4217:GBP' }] } },
  'amount.below_min': { connection: { limits: [{ asset: EUR, min: '1001' }] }, fix: 'change_amount' },
  'amount.above_max': { connection: { limits: [{ asset: EUR, max: '999' }] }, fix: 'change_amount' },
  'amount.band_not_covered': {
    connection: { limits: [{ asset: EUR, max: '1500' }] },
    request: { amount: { asset: EUR, band: { min: '1000', max: '2000' } } },
    fix: 'change_amount',
  },
  'institution.not_covered': coverage([]),
  'institution.restricted': coverage([{ rail: 'alder', rank: 1, restricted: [OPERATION] }]),
  'account.not_linked': {
    request: { operation: 'banking.ais.balances', payer: { country: 'DE', linkedRails: ['birch'] } },
    rail: { capabilities: [{ id: 'banking.ais.balances', countries: [] }] },
    fix: 'link_account',
  },
  'request.rail_excluded': { request: { constraints: { excludeRails: ['alder'] } } },
  'custody.not_admitted': { policy: { custodyAdmitted: ['provider-transit'] }, fix: 'change_policy' },
  'custody.narrowed': { request: { constraints: { custodyAdmitted: ['provider-transit'] } } },
  'policy.excluded': {
    policy: { rules: [sampleRule('no', {}, { type: 'exclude', rails: ['alder'] })] },
    fix: 'change_policy',
  },
  'policy.not_required': {
    policy: { rules: [sampleRule('only', {}, { type: 'require', rails: ['birch'] })] },
    fix: 'change_policy',
  },
  'reliability.below_floor': {
    snapshot: {
      rails: [sampleRail('alder'), sampleRail('birch')],
      connections: [sampleConnection('alder'), sampleConnection('birch')],
      reliability: [
        {
          rail: 'alder',
          operation: OPERATION,
          successMicro: 0,
          failureMicro: 90_000_000,
          samples: 90,
          asOfMs: NOW_MS,
        },
      ],
    },
    fix: 'wait',
  },
};

for (const [key, given] of Object.entries(CASES)) {
  test(`a decision leaves a connection out for ${key}, in words and with what would help`, () => {
    const snapshot = sampleSnapshot({
      rails: [sampleRail('alder', given.rail)],
      connections: [sampleConnection('alder', given.connection)],
      policy: samplePolicy(given.policy),
      ...given.snapshot,
    });
    const { excluded } = compile(snapshot).decide(
      { ...REQUEST, ...given.request },
      { nowMs: NOW_MS, id: 'dec_00000001' },
    );
    assert.equal(excluded.length, 1);
    const [exclusion] = excluded;
    assert.ok(exclusion !== undefined);
    assert.equal(exclusion.code, key);
    assert.equal(exclusion.explanation.key, key);
    assert.equal(exclusion.fix?.action, given.fix);
    for (const explanation of [exclusion.explanation, exclusion.fix?.explanation]) {
      if (explanation === undefined) continue;
      assert.deepEqual(Object.keys(explanation.vars).sort(), varsOfKey(explanation.key).toSorted());
      assert.ok(Object.values(explanation.vars).every((value) => value !== ''));
      assert.match(explainKey(explanation).message, /^[A-Z][^{}]+\.$/);
    }
  });
}

test('every sentence is of a known kind or has its case above', () => {
  const others: ReadonlySet<string> = new Set(OTHER_KINDS);
  const reasons = Object.keys(ENGINE_SENTENCES).filter((key) => !others.has(key.split('.')[0] ?? ''));
  assert.deepEqual(Object.keys(CASES).sort(), reasons.sort());
});
