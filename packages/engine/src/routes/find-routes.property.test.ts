/** What holds for all routes, on snapshots and requests at random. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../canonical-json.ts';
import { compile } from '../compile.ts';
import type { Snapshot } from '../snapshot.ts';
import type { SettlementScheme } from '../vocabulary.ts';
import { checkSums } from './check-sums.ts';
import { DAY_MS, toLocal } from './local-time.ts';
import { presentRoutes } from './present-routes.ts';
import { quoteDigest } from './quote-digest.ts';
import { INFEASIBLE_PATHS_MAX, LEGS_MAX, QUOTE_LIFETIME_MS, QUOTES_MAX, type Routes } from './route-terms.ts';
import { SETTLEMENT_CALENDARS } from './settlement-calendars.ts';
import { CALENDAR_BY_ASSET, CALENDAR_OF_ASSET, SETTLEMENT_PROFILES } from './settlement-profiles.ts';
import { answersTo, arbitraryRouteInput, type RouteInput } from './testing/arbitrary-routes.ts';

const RUNS = { numRuns: 400 };
const seen = { send: 0, receive: 0, converted: 0, rounding: 0, legs: new Set<number>() };

test('send, fees, exchange and receive of every quote add up, and the fixed side is exactly what was asked', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      const { from, to, amount } = input.request;
      for (const quote of find(input).quotes) {
        assert.deepEqual(checkSums(quote), []);
        assert.deepEqual(quote[quote.fixed], amount);
        assert.ok(from.assets.includes(quote.send.asset) && to.assets.includes(quote.receive.asset));
        assert.equal(quote.fixed, to.assets.includes(amount.asset) ? 'receive' : 'send');
        seen[quote.fixed] += 1;
        if (quote.fx !== undefined) seen.converted += 1;
        if (quote.fees.some(({ name }) => name === 'rounding')) seen.rounding += 1;
        seen.legs.add(quote.legs.length);
      }
    }),
    { numRuns: 1_000 },
  );
});

after(() => {
  // A property that never met a case proves nothing about it.
  assert.ok(
    seen.send > 20 && seen.receive > 100 && seen.converted > 50 && seen.rounding > 5,
    JSON.stringify(seen),
  );
  assert.ok(seen.legs.has(1) && seen.legs.has(2) && seen.legs.has(3));
});

test('every connection is in the legs of a quote or infeasible, once', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const { quotes, infeasible } of [find(input), findOnce(input)]) {
        const serving = new Set(quotes.flatMap(({ legs }) => legs.map(({ connection }) => connection)));
        const out = infeasible.flatMap(({ connection }) => connection ?? []);
        assert.deepEqual(
          [...serving, ...out].toSorted(),
          input.snapshot.connections.map(({ id }) => id).toSorted(),
        );
        const paths = infeasible.filter(({ connection }) => connection === undefined);
        assert.ok(paths.length <= INFEASIBLE_PATHS_MAX);
        for (const { legs } of paths) assert.ok(legs !== undefined && legs.length >= 2);
        for (const { code, explanation } of infeasible) assert.equal(code, explanation.key);
      }
    }),
    RUNS,
  );
});

test('quotes are ranked from 1, few, short, and die in time', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      const { quotes, suggestion, wanted } = find(input);
      assert.ok(quotes.length <= QUOTES_MAX);
      assert.deepEqual(wanted, []);
      if (quotes.length > 0) assert.equal(suggestion, null);
      for (const [at, quote] of quotes.entries()) {
        assert.equal(quote.rank, at + 1);
        assert.ok(quote.legs.length >= 1 && quote.legs.length <= LEGS_MAX);
        const expiresMs = Date.parse(quote.expiresAt);
        assert.ok(expiresMs <= input.nowMs + QUOTE_LIFETIME_MS);
        if (quote.fx?.lockedUntil !== undefined) assert.ok(expiresMs <= Date.parse(quote.fx.lockedUntil));
      }
      for (const label of ['fastest', 'recommended'] as const)
        assert.equal(quotes.filter(({ labels }) => labels.includes(label)).length, quotes.length > 0 ? 1 : 0);
    }),
    RUNS,
  );
});

test('a rate is held until the money is there to be converted', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const { legs } of find(input).quotes) {
        const at = legs.findIndex(({ fx }) => fx?.lockedUntil !== undefined);
        const before = legs[at - 1];
        if (at > 0 && before !== undefined) assert.ok(before.eta.p95 <= (legs[at]?.fx?.lockedUntil ?? ''));
      }
    }),
    RUNS,
  );
});

test('nothing arrives before now, out of order, or on a day on which its scheme rests', () => {
  const closed = new Map(SETTLEMENT_CALENDARS.map(({ id, closedDays }) => [id, new Set(closedDays)]));
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const { legs, arrival } of find(input).quotes) {
        let [p50, p95] = [input.nowMs, input.nowMs];
        for (const { scheme, receive, eta } of legs) {
          assert.ok(Date.parse(eta.p50) >= p50 && Date.parse(eta.p95) >= p95 && eta.p95 >= eta.p50);
          [p50, p95] = [Date.parse(eta.p50), Date.parse(eta.p95)];
          if (scheme === 'internal') continue;
          const { hours } = SETTLEMENT_PROFILES[scheme as SettlementScheme];
          if (hours.kind === 'always') continue;
          const calendar =
            hours.calendar === CALENDAR_OF_ASSET ? CALENDAR_BY_ASSET.get(receive.asset) : hours.calendar;
          for (const ms of [p50, p95]) {
            const day: Date = new Date(toLocal(ms, hours.zone).day * DAY_MS);
            assert.ok(day.getUTCDay() > 0 && day.getUTCDay() < 6, `${scheme} on ${day.toISOString()}`);
            assert.ok(!closed.get(calendar ?? '')?.has(day.toISOString().slice(0, 10)));
          }
        }
        assert.deepEqual(arrival, legs.at(-1)?.eta);
      }
    }),
    RUNS,
  );
});

test('the same question has the same bytes, in whatever order the snapshot lists its parts', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      const { snapshot } = input;
      const turned = {
        ...snapshot,
        connections: snapshot.connections.toReversed(),
        rails: snapshot.rails.toReversed(),
        calendars: snapshot.calendars.toReversed(),
      };
      assert.equal(bytes(find({ ...input, snapshot: turned })), bytes(find(input)));
    }),
    RUNS,
  );
});

test('a connection that is out for itself changes nothing but what is infeasible', () => {
  fc.assert(
    fc.property(
      arbitraryRouteInput,
      fc.constantFrom('disabled' as const, 'pending' as const),
      (input, status) => {
        const { snapshot } = input;
        const [like] = snapshot.connections;
        fc.pre(like !== undefined);
        const extra = { ...like, id: 'con_extra0000', status };
        const more = find({
          ...input,
          snapshot: { ...snapshot, connections: [...snapshot.connections, extra] },
        });
        const infeasible = more.infeasible.filter(({ connection }) => connection !== extra.id);
        assert.equal(infeasible.length, more.infeasible.length - 1);
        const before = find(input);
        // A connection that could be enabled may be the only thing that helps.
        assert.equal(
          bytes({ ...more, infeasible, suggestion: null }),
          bytes({ ...before, suggestion: null }),
        );
      },
    ),
    RUNS,
  );
});

test('raising the price of a connection leaves the cheapest route what it was, if that goes elsewhere', () => {
  let met = 0;
  fc.assert(
    fc.property(arbitraryRouteInput, fc.nat(11), fc.integer({ min: 1, max: 500 }), (input, pick, more) => {
      const plain = { ...input, snapshot: withoutContracts(input.snapshot) };
      const before = find(plain);
      const cheapest = before.quotes.find(({ labels }) => labels.includes('cheapest'));
      const dearer = plain.snapshot.connections[pick]?.id;
      if (cheapest === undefined || dearer === undefined) return;
      if (cheapest.legs.some(({ connection }) => connection === dearer)) return;
      met += 1;
      const prices = plain.snapshot.prices.map((price) =>
        price.connection === dearer
          ? { ...price, fee: { ...price.fee, fixed: String(Number(price.fee.fixed) + more) } }
          : price,
      );
      const after = find({ ...plain, snapshot: { ...plain.snapshot, prices } });
      const still = after.quotes.find(({ labels }) => labels.includes('cheapest'));
      assert.equal(pathOf(still), pathOf(cheapest));
    }),
    RUNS,
  );
  assert.ok(met > 20);
});

test('whatever is asked, there is an answer', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('iban', 'iso4217:EUR', '0', '__proto__', 'constructor'));
  const garbage = fc.record({
    value: word,
    asset: word,
    scheme: word,
    nowMs: fc.oneof(fc.double(), fc.maxSafeInteger()),
    number: fc.double(),
    time: word,
  });
  fc.assert(
    fc.property(arbitraryRouteInput, garbage, (input, { value, asset, scheme, nowMs, number, time }) => {
      const { snapshot, request } = input;
      const spoilt: Snapshot = {
        ...snapshot,
        calendars: [{ id: 'TARGET', closedDays: [time, '9999-99-99'] }],
        connections: snapshot.connections.map((connection, at) =>
          at % 2 === 0 || connection.payout === undefined
            ? connection
            : {
                ...connection,
                // Callers without types may write what they like.
                payout: { schemes: [scheme as SettlementScheme], assets: [asset], referenceMax: number },
                declaredLatency: { p50Ms: number, p95Ms: number },
              },
        ),
      };
      for (const amount of [{ value, asset }, { ...request.amount, value }, request.amount]) {
        const routes = find({ ...input, nowMs, snapshot: spoilt, request: { ...request, amount } });
        for (const quote of presentRoutes(routes).quotes) assert.match(quoteDigest(quote), /^sha256:/);
      }
    }),
    RUNS,
  );
});

/** Asks, lets the providers answer, and asks again. */
function find(input: RouteInput): Routes {
  const { findRoutes } = compile(input.snapshot);
  const { nowMs } = input;
  const { wanted } = findRoutes(input.request, { nowMs });
  return findRoutes({ ...input.request, fxQuotes: answersTo(wanted, input) }, { nowMs });
}

function findOnce({ snapshot, request, nowMs }: RouteInput): Routes {
  return compile(snapshot).findRoutes(request, { nowMs });
}

function bytes(routes: Routes): string {
  return canonicalJson(JSON.parse(JSON.stringify(routes)));
}

function pathOf(quote: Routes['quotes'][number] | undefined): string {
  return (quote?.legs ?? [])
    .map(({ connection, kind, scheme }) => `${connection} ${kind} ${scheme}`)
    .join(', ');
}

function withoutContracts(snapshot: Snapshot): Snapshot {
  return {
    ...snapshot,
    prices: snapshot.prices.map(({ contract: _, ...price }) => price),
    policy: { ...snapshot.policy, rules: [] },
  };
}
