import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import { EUR, GBP, samplePolicy, samplePrice, sampleRule } from '../decide/testing/sample-snapshot.ts';
import type { Snapshot } from '../snapshot.ts';
import { recheckRoute } from './recheck-route.ts';
import type { RouteTerms } from './route-terms.ts';
import {
  answerAt,
  BRITON,
  GERMAN,
  initiator,
  POUND_IN_EUROS,
  sampleNetwork,
  sampleRouteRequest,
  transit,
} from './testing/sample-routes.ts';

const NOW_MS = Date.UTC(2026, 9, 8, 10);
const REQUEST = sampleRouteRequest({ from: BRITON, to: GERMAN });
const MOVED = [{ from: GBP, to: EUR, numerator: '6', denominator: '5', asOf: '2026-10-08T10:01:00.000Z' }];
const HOLDING = [initiator('alder'), transit('wise')];
const { fx: _fx, ...unheld } = transit('wise').connection;
const INDICATIVE = [initiator('alder'), { ...transit('wise'), connection: unheld }];
const SPREAD = { prices: [samplePrice('wise', 0, 100, { when: { operations: ['money.fx'] } })] };

test('a rate that its provider holds stays as it was quoted, though the market has moved', () => {
  const quote = best(sampleNetwork(HOLDING));
  assert.equal(quote.fx?.source, 'snapshot');
  assert.deepEqual(again(quote, sampleNetwork(HOLDING, { fx: MOVED })), { is: 'held' });
});

test('a rate that nobody holds has changed with the market', () => {
  const quote = best(sampleNetwork(INDICATIVE, SPREAD));
  assert.deepEqual(again(quote, sampleNetwork(INDICATIVE, SPREAD)), { is: 'held' });
  assert.deepEqual(again(quote, sampleNetwork(INDICATIVE, { ...SPREAD, fx: MOVED })), { is: 'changed' });
});

test('a policy, a limit or a custody that came later makes the route infeasible, and its reason is told', () => {
  const quote = best(sampleNetwork(HOLDING));
  const excluded = samplePolicy({ rules: [sampleRule('late', {}, { type: 'exclude', rails: ['wise'] })] });
  const limits = [{ asset: GBP, max: '1' }];
  const [alder, wise] = HOLDING;
  assert.ok(alder !== undefined && wise !== undefined);
  const limited = { ...alder, connection: { ...alder.connection, limits } };
  const cases: readonly (readonly [Snapshot, string])[] = [
    [sampleNetwork(HOLDING, { policy: excluded }), 'policy.excluded'],
    [sampleNetwork([limited, wise]), 'amount.above_max'],
    [
      sampleNetwork(HOLDING, { policy: samplePolicy({ custodyAdmitted: ['payer-own-account'] }) }),
      'custody.not_admitted',
    ],
    [sampleNetwork([alder]), 'route.scheme_unreachable'],
  ];
  for (const [snapshot, code] of cases) {
    const standing = again(quote, snapshot);
    assert.ok(standing.is === 'infeasible', code);
    assert.equal(standing.why.code, code);
  }
});

test('a better route does not touch one that was quoted', () => {
  const quote = best(sampleNetwork(HOLDING));
  const more = [...HOLDING, initiator('beech'), initiator('cedar')];
  const prices = more.map(({ rail }) => samplePrice(rail.id, rail.id === 'alder' ? 900 : 1));
  assert.deepEqual(again(quote, sampleNetwork(more, { prices })), { is: 'held' });
});

function best(snapshot: Snapshot): RouteTerms {
  const { findRoutes } = compile(snapshot);
  const { wanted } = findRoutes(REQUEST, { nowMs: NOW_MS });
  const lockedUntilMs = NOW_MS + 1_800_000;
  const fxQuotes = wanted.map((one) => answerAt(one, POUND_IN_EUROS, { lockedUntilMs }));
  const [quote] = findRoutes({ ...REQUEST, fxQuotes }, { nowMs: NOW_MS }).quotes;
  assert.ok(quote !== undefined);
  return quote;
}

function again(quote: RouteTerms, snapshot: Snapshot) {
  const { from, to, channel } = REQUEST;
  const terms = { ...quote, returnPolicy: { mode: quote.returnPolicy.mode } };
  return recheckRoute(compile(snapshot).findRoutes, { from, to, channel }, terms, { nowMs: NOW_MS });
}
