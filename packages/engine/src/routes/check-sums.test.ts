import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import { EUR, GBP, NOW_MS } from '../decide/testing/sample-snapshot.ts';
import { checkSums } from './check-sums.ts';
import { presentRoutes } from './present-routes.ts';
import { quoteDigest } from './quote-digest.ts';
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

const { findRoutes } = compile(sampleNetwork([initiator('alder'), transit('wise')]));
const request = sampleRouteRequest({ from: BRITON, to: GERMAN, amount: { value: '12399', asset: EUR } });
const fxQuotes = findRoutes(request, { nowMs: NOW_MS }).wanted.map((one) => answerAt(one, POUND_IN_EUROS));
const [quote] = presentRoutes(findRoutes({ ...request, fxQuotes }, { nowMs: NOW_MS })).quotes;
assert.ok(quote !== undefined);

test('what rounding leaves over is a fee of that name', () => {
  assert.deepEqual(quote.fees, [
    { name: 'fx', rail: 'wise', amount: { value: '50', asset: GBP } },
    { name: 'rounding', rail: 'wise', amount: { value: '1', asset: EUR } },
  ]);
  assert.deepEqual(checkSums(quote), []);
});

test('a quote that came over the wire adds up as well', () => {
  const { legs, fees, receive, send, fx } = JSON.parse(JSON.stringify(quote));
  assert.deepEqual(checkSums({ fx, send, receive, fees, legs }), []);
});

test('any digit of any amount that is changed is found', () => {
  const text = JSON.stringify(quote);
  let found = 0;
  for (const match of text.matchAll(/"value":"(\d+)"/g)) {
    for (let at = 0; at < (match[1] ?? '').length; at += 1) {
      const place = match.index + '"value":"'.length + at;
      const digit = text[place] === '9' ? '8' : '9';
      const changed = JSON.parse(`${text.slice(0, place)}${digit}${text.slice(place + 1)}`);
      if (JSON.stringify(changed.cost) !== JSON.stringify(quote.cost)) continue;
      assert.notDeepEqual(checkSums(changed), []);
      found += 1;
    }
  }
  assert.ok(found > 25);
});

test('a route without a leg, or with a rate that is none, does not add up', () => {
  assert.deepEqual(checkSums({ ...quote, legs: [] }), ['A route has a leg.']);
  const legs = quote.legs.map((leg) =>
    leg.fx === undefined ? leg : { ...leg, fx: { ...leg.fx, rate: '0' } },
  );
  assert.ok(checkSums({ ...quote, legs }).includes('Leg 2 has no conversion that can be computed.'));
});

test('the digest is over the terms: each of them changes it, and nothing else does', () => {
  const digest = quoteDigest(quote);
  const changes = {
    from: 'acct_other000',
    to: 'acct_other000',
    fixed: 'send',
    send: { ...quote.send, value: '1' },
    receive: { ...quote.receive, value: '1' },
    legs: quote.legs.toReversed(),
    fees: [],
    fx: { ...quote.fx, rate: '1.25' },
    custody: ['none'],
    returnPolicy: { ...quote.returnPolicy, mode: 'none_needed' },
    expiresAt: '2026-10-08T09:34:59.999Z',
  };
  for (const [name, value] of Object.entries(changes))
    assert.notEqual(quoteDigest({ ...quote, [name]: value }), digest, name);
  const others = {
    rank: 9,
    labels: [],
    cost: null,
    snapshot: '',
    referenceMax: 1,
    arrival: quote.legs[0]?.eta,
  };
  for (const [name, value] of Object.entries(others))
    assert.equal(quoteDigest({ ...quote, [name]: value }), digest, name);
});
