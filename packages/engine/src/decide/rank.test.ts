import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../compile.ts';
import type { Decision, DecisionRequest } from '../decision.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Preference } from '../vocabulary.ts';
import {
  EUR,
  NOW_MS,
  sampleConnection,
  samplePolicy,
  samplePrice,
  sampleRail,
  sampleSnapshot,
} from './testing/sample-snapshot.ts';

interface Facts {
  readonly price?: number;
  readonly p50Ms?: number;
  readonly success?: number;
}

/** Rails by name, each with what is known of it: so many successes of a hundred. */
function rank(
  facts: Readonly<Record<string, Facts>>,
  preference: Preference,
  change: Partial<Snapshot> = {},
): Decision {
  const names = Object.keys(facts);
  const snapshot = sampleSnapshot({
    policy: samplePolicy({
      reliability: { floorPpm: 0, priorPpm: 900_000, priorStrength: 0, halfLifeMs: 1e9 },
    }),
    rails: names.map((name) => sampleRail(name)),
    connections: names.map((name) => {
      const { declaredLatency: _, ...connection } = sampleConnection(name);
      const p50Ms = facts[name]?.p50Ms;
      return p50Ms === undefined ? connection : { ...connection, declaredLatency: { p50Ms, p95Ms: p50Ms } };
    }),
    prices: names.flatMap((name) => {
      const price = facts[name]?.price;
      return price === undefined ? [] : [samplePrice(name, price)];
    }),
    reliability: names.flatMap((rail) => {
      const success = facts[rail]?.success;
      if (success === undefined) return [];
      const cell = {
        successMicro: success * 1e6,
        failureMicro: (100 - success) * 1e6,
        samples: 100,
        asOfMs: NOW_MS,
      };
      return [{ rail, operation: 'banking.pis.single' as const, ...cell }];
    }),
    ...change,
  });
  const request: DecisionRequest = {
    operation: 'banking.pis.single',
    amount: { value: '1000', asset: EUR },
    payer: { country: 'DE' },
    preference,
  };
  return compile(snapshot).decide(request, { nowMs: NOW_MS, id: 'dec_00000001' });
}

function order({ rail = '', alternatives }: Decision): string {
  return [rail, ...alternatives.map((one) => one.rail)].join(' ');
}

test('cheapest: cost, then speed, then reliability, then order; unknown prices last', () => {
  const facts = {
    a: {},
    b: { price: 2, p50Ms: 5, success: 90 },
    c: { price: 2, p50Ms: 5, success: 90 },
    d: { price: 2, p50Ms: 5, success: 95 },
    e: { price: 2, p50Ms: 4 },
    f: { price: 1 },
    g: { price: 2 },
  };
  assert.equal(order(rank(facts, 'cheapest')), 'f e d b c g a');
});

test('fastest: speed, then cost, then reliability, then order; unknown speeds last', () => {
  const facts = {
    a: { price: 1 },
    b: { p50Ms: 5 },
    c: { price: 9, p50Ms: 5 },
    d: { price: 3, p50Ms: 5, success: 90 },
    e: { price: 3, p50Ms: 5, success: 91 },
    f: { price: 99, p50Ms: 4 },
    g: {},
  };
  assert.equal(order(rank(facts, 'fastest')), 'f e d c b a g');
});

test('recommended: price, the risk of failing and the time of waiting, by what the policy says they cost', () => {
  // A failure costs 200 and an hour 100.
  const facts = {
    cheap: { price: 10, p50Ms: 0, success: 80 }, // 10 + 40
    sound: { price: 40, p50Ms: 0, success: 99 }, // 40 + 2
    slow: { price: 10, p50Ms: 1_800_000, success: 100 }, // 10 + 50
    even: { price: 41, p50Ms: 36_000, success: 100 }, // 41 + 1
  };
  assert.equal(order(rank(facts, 'recommended')), 'even sound cheap slow');
});

test('recommended: a speed that is not known is no better than the slowest that is', () => {
  const facts = { a: { price: 10, success: 100 }, b: { price: 20, p50Ms: 3_600_000, success: 100 } };
  assert.equal(order(rank(facts, 'recommended')), 'a b');
  const dearer = { a: { price: 21, success: 100 }, b: { price: 20, p50Ms: 3_600_000, success: 100 } };
  assert.equal(order(rank(dearer, 'recommended')), 'b a');
});

test('costs are compared as they are before rounding', () => {
  const prices = [samplePrice('a', 10, 3), samplePrice('b', 10, 2)];
  // 0.3 and 0.2 of a cent, which both show as one.
  const decision = rank({ a: { p50Ms: 1 }, b: { p50Ms: 2 } }, 'cheapest', { prices });
  assert.equal(order(decision), 'b a');
  assert.deepEqual(decision.cost, decision.alternatives[0]?.cost);
  assert.equal(decision.alternatives[0]?.explanation.key, 'lost.dearer_slightly');
});

test('labels go to whoever is first under each preference, if that is known', () => {
  const decision = rank({ a: { price: 1, p50Ms: 9 }, b: { price: 2, p50Ms: 1 }, c: {} }, 'cheapest');
  assert.deepEqual(decision.labels, ['cheapest', 'recommended']);
  assert.deepEqual(
    decision.alternatives.map(({ rail, labels }) => `${rail} ${labels}`),
    ['b fastest', 'c '],
  );
  assert.deepEqual(rank({ a: {}, b: {} }, 'cheapest').labels, ['recommended']);
});

test('under the floor a rail is left out, and if nobody reaches it the most reliable is used', () => {
  const policy = samplePolicy({
    reliability: { floorPpm: 900_000, priorPpm: 900_000, priorStrength: 0, halfLifeMs: 1e9 },
  });
  const one = rank({ a: { price: 1, success: 89 }, b: { price: 2, success: 90 } }, 'cheapest', { policy });
  assert.equal(order(one), 'b');
  assert.equal(one.excluded[0]?.code, 'reliability.below_floor');
  assert.equal(one.excluded[0]?.fix?.action, 'wait');
  const none = rank(
    { a: { price: 1, success: 10 }, b: { price: 9, success: 80 }, c: { price: 2, success: 80 } },
    'cheapest',
    { policy },
  );
  assert.equal(order(none), 'c b a');
  assert.equal(none.approach, 'degraded');
  assert.deepEqual(none.excluded, []);
});

test('a cost that cannot be converted counts as unknown and is shown all the same', () => {
  const prices = [
    samplePrice('a', 0, 0, { fee: { asset: 'iso4217:JPY', fixed: '1', bps: 0 } }),
    samplePrice('b', 500),
  ];
  const decision = rank({ a: {}, b: {} }, 'cheapest', { prices });
  assert.equal(order(decision), 'b a');
  assert.equal(decision.alternatives[0]?.explanation.key, 'lost.price_not_comparable');
  assert.deepEqual(decision.alternatives[0]?.cost, { value: '1', asset: 'iso4217:JPY' });
});

test('two hundred rails are ranked like twenty', () => {
  const names = Array.from({ length: 200 }, (_, at) => `rail-${String(at).padStart(3, '0')}`);
  const facts = Object.fromEntries(names.map((name, at) => [name, { price: (at * 7919) % 211 }]));
  const sorted = names.toSorted((a, b) => (facts[a]?.price ?? 0) - (facts[b]?.price ?? 0));
  assert.equal(order(rank(facts, 'cheapest')), sorted.join(' '));
});
