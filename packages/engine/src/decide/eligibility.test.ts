import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import type { DecisionRequest, Exclusion } from '../decision.ts';
import type { Snapshot, SnapshotConnection, SnapshotRail } from '../snapshot.ts';
import { CAPABILITY_IDS, type CapabilityId } from '../vocabulary.ts';
import {
  EUR,
  GBP,
  NOW_MS,
  sampleConnection,
  samplePolicy,
  sampleRail,
  sampleSnapshot,
} from './testing/sample-snapshot.ts';

const CONTEXT = { nowMs: NOW_MS, id: 'dec_00000001' };
const REQUEST: DecisionRequest = {
  operation: 'banking.pis.single',
  amount: { value: '1000', asset: EUR },
  payer: { country: 'DE', scheme: 'iban' },
  payee: { country: 'FR', scheme: 'iban' },
};

interface Change {
  readonly connection?: Partial<SnapshotConnection>;
  readonly rail?: Partial<SnapshotRail>;
  readonly snapshot?: Partial<Snapshot>;
  readonly request?: Partial<DecisionRequest>;
}

/** Why the one connection there is was left out; `undefined` when it was not. */
function exclusionBy({ connection, rail, snapshot, request }: Change): Exclusion | undefined {
  const given = sampleSnapshot({
    rails: [sampleRail('alder', rail)],
    connections: [sampleConnection('alder', connection)],
    ...snapshot,
  });
  return compile(given).decide({ ...REQUEST, ...request }, CONTEXT).excluded[0];
}

function codeBy(change: Change): string | undefined {
  return exclusionBy(change)?.code;
}

test('a connection that is ready is in the running, and so is a degraded one', () => {
  assert.equal(codeBy({}), undefined);
  assert.equal(codeBy({ connection: { status: 'degraded' } }), undefined);
});

test('a connection that is disabled, pending or of an unknown rail is not', () => {
  assert.equal(codeBy({ connection: { status: 'disabled' } }), 'connection.disabled');
  assert.equal(codeBy({ connection: { status: 'pending' } }), 'connection.pending');
  assert.equal(codeBy({ snapshot: { rails: [] } }), 'rail.unknown');
});

test('the operation must be offered by the rail and enabled on the connection', () => {
  assert.equal(codeBy({ rail: { capabilities: [] } }), 'operation.not_offered');
  assert.equal(codeBy({ connection: { operations: ['banking.payouts'] } }), 'operation.not_enabled');
  assert.equal(codeBy({ connection: { operations: ['banking.pis.single'] } }), undefined);
});

test('the country must be served by the rail and enabled on the connection; no list is no bound', () => {
  assert.equal(codeBy({ request: { payer: { country: 'GB' } } }), 'country.not_served');
  assert.equal(codeBy({ connection: { countries: ['FR'] } }), 'country.not_enabled');
  const everywhere = { capabilities: [{ id: 'banking.pis.single' as const, countries: [] }] };
  assert.equal(codeBy({ rail: everywhere, request: { payer: { country: 'AQ' } } }), undefined);
});

test('a scheme that a party states must be one of the rail, if the rail has any', () => {
  const payer = { country: 'DE', scheme: 'gb-scan' };
  assert.equal(codeBy({ request: { payer } }), 'scheme.not_supported');
  assert.equal(codeBy({ request: { payee: { country: 'FR', scheme: 'upi' } } }), 'scheme.not_supported');
  assert.equal(codeBy({ rail: { schemes: [] }, request: { payer } }), undefined);
});

test('limits name the assets that are moved, and their ends are included', () => {
  const limits = [{ asset: EUR, min: '1000', max: '2000' }];
  const at = (value: string, asset = EUR) =>
    codeBy({ connection: { limits }, request: { amount: { value, asset } } });
  assert.equal(at('1000', GBP), 'amount.asset_not_moved');
  assert.equal(at('999'), 'amount.below_min');
  assert.equal(at('1000'), undefined);
  assert.equal(at('2000'), undefined);
  assert.equal(at('2001'), 'amount.above_max');
});

test('of two limits for one asset both hold', () => {
  const limits = [
    { asset: EUR, min: '10', max: '2000' },
    { asset: EUR, min: '5', max: '1500' },
  ];
  const at = (value: string) =>
    codeBy({ connection: { limits }, request: { amount: { value, asset: EUR } } });
  assert.deepEqual(['9', '10', '1500', '1501'].map(at), [
    'amount.below_min',
    undefined,
    undefined,
    'amount.above_max',
  ]);
});

test('a limit says which amounts would do', () => {
  const { fix } = exclusionBy({ connection: { limits: [{ asset: EUR, min: '2000', max: '9000' }] } }) ?? {};
  assert.equal(fix?.action, 'change_amount');
  assert.deepEqual(fix?.params, { asset: EUR, min: '2000', max: '9000' });
});

test('a band must be moved as a whole', () => {
  const limits = [{ asset: EUR, min: '1000', max: '2000' }];
  const at = (min: string, max: string) =>
    codeBy({ connection: { limits }, request: { amount: { asset: EUR, band: { min, max } } } });
  assert.equal(at('1000', '2000'), undefined);
  assert.equal(at('900', '1500'), 'amount.band_not_covered');
  assert.equal(at('1500', '2001'), 'amount.band_not_covered');
  assert.equal(at('100', '999'), 'amount.below_min');
  assert.equal(at('2001', '3000'), 'amount.above_max');
});

test('a listed institution says all, and an unlisted one nothing', () => {
  const rails = (restricted: readonly CapabilityId[]) => [{ rail: 'alder', rank: 1, restricted }];
  const coverage = (covered: ReturnType<typeof rails>) => [
    { institution: 'ins_listed01', country: 'DE', rails: covered },
  ];
  const at = (institution: string, covered: ReturnType<typeof rails>) =>
    codeBy({ snapshot: { coverage: coverage(covered) }, request: { payer: { country: 'DE', institution } } });
  assert.equal(at('ins_other001', []), undefined);
  assert.equal(at('ins_listed01', []), 'institution.not_covered');
  assert.equal(at('ins_listed01', rails(['banking.pis.single'])), 'institution.restricted');
  assert.equal(at('ins_listed01', rails(['banking.payouts'])), undefined);
});

test('what rides on a link needs one, as soon as the links are stated', () => {
  const everything = { capabilities: CAPABILITY_IDS.map((id) => ({ id, countries: [] })) };
  const at = (operation: CapabilityId, linkedRails?: readonly string[]) =>
    exclusionBy({
      rail: everything,
      request: { operation, payer: { country: 'DE', ...(linkedRails === undefined ? {} : { linkedRails }) } },
    });
  for (const operation of CAPABILITY_IDS) {
    const rides = /^banking\.(ais|pis\.vrp)/.test(operation);
    assert.equal(at(operation, [])?.code, rides ? 'account.not_linked' : undefined, operation);
    assert.equal(at(operation, ['alder']), undefined, operation);
    assert.equal(at(operation), undefined, operation);
  }
  assert.deepEqual(at('banking.ais.balances', [])?.fix?.params, { rail: 'alder' });
});

test('the request can leave a rail out', () => {
  assert.equal(codeBy({ request: { constraints: { excludeRails: ['alder'] } } }), 'request.rail_excluded');
});

test('custody is the first of the rail that policy and request admit', () => {
  const rail = { custody: ['platform-entity', 'provider-transit', 'none'] } as const;
  const snapshot = sampleSnapshot({
    rails: [sampleRail('alder', rail)],
    connections: [sampleConnection('alder')],
    policy: samplePolicy({ custodyAdmitted: ['none', 'provider-transit'] }),
  });
  const decide = (constraints: DecisionRequest['constraints']) =>
    compile(snapshot).decide({ ...REQUEST, ...(constraints === undefined ? {} : { constraints }) }, CONTEXT);
  assert.equal(decide(undefined).custody, 'provider-transit');
  assert.equal(decide({ custodyAdmitted: ['none'] }).custody, 'none');
  // What the policy does not admit, a request cannot.
  assert.equal(decide({ custodyAdmitted: ['platform-entity'] }).excluded[0]?.code, 'custody.narrowed');
});

test('custody that the policy does not admit is told with what to admit', () => {
  const exclusion = exclusionBy({ rail: { custody: ['partner-entity'] } });
  assert.equal(exclusion?.code, 'custody.not_admitted');
  assert.deepEqual(exclusion?.fix?.params, { custodyAdmitted: 'partner-entity' });
  assert.equal(codeBy({ rail: { custody: [] } }), 'custody.not_admitted');
});

test('payouts and cross-border transfers are served where the payee is, all else where the payer is', () => {
  for (const operation of CAPABILITY_IDS) {
    const rail = { capabilities: [{ id: operation, countries: ['DE'] }] };
    const served = (payer: string, payee: string) =>
      codeBy({ rail, request: { operation, payer: { country: payer }, payee: { country: payee } } }) ===
      undefined;
    const byPayee = operation === 'banking.payouts' || operation === 'money.cross-border';
    assert.equal(served('DE', 'US'), !byPayee, operation);
    assert.equal(served('US', 'DE'), byPayee, operation);
  }
});
