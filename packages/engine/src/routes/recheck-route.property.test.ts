/** A quote that is looked at again, on snapshots and requests at random. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile } from '../compile.ts';
import type { Snapshot } from '../snapshot.ts';
import { recheckRoute } from './recheck-route.ts';
import type { RouteTerms } from './route-terms.ts';
import { answersTo, arbitraryRouteInput, type RouteInput } from './testing/arbitrary-routes.ts';

const RUNS = { numRuns: 150 };

test('while nothing changes every quote holds, whatever it rests on', () => {
  let met = 0;
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const quote of find(input)) {
        assert.deepEqual(again(input, quote, input.snapshot), { is: 'held' });
        met += 1;
      }
    }),
    RUNS,
  );
  assert.ok(met > 80, String(met));
});

test('what the client is invoiced and what else is connected are no terms', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, fc.integer({ min: 1, max: 900 }), (input, more) => {
      const { snapshot } = input;
      const prices = snapshot.prices.map((price) =>
        price.when.operations?.includes('money.fx') === true
          ? price
          : { ...price, fee: { ...price.fee, fixed: String(Number(price.fee.fixed) + more) } },
      );
      for (const quote of find(input)) {
        const used = new Set(quote.legs.map(({ connection }) => connection));
        const connections = snapshot.connections.map((connection) =>
          used.has(connection.id) ? connection : { ...connection, status: 'disabled' as const },
        );
        assert.deepEqual(again(input, quote, { ...snapshot, prices, connections }), { is: 'held' });
      }
    }),
    RUNS,
  );
});

test('a quote is infeasible as soon as one of its connections is out, and says so', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, fc.nat(3), (input, pick) => {
      const { snapshot } = input;
      for (const quote of find(input)) {
        const out = quote.legs[pick % quote.legs.length];
        const connections = snapshot.connections.map((connection) =>
          connection.id === out?.connection ? { ...connection, status: 'disabled' as const } : connection,
        );
        const standing = again(input, quote, { ...snapshot, connections });
        assert.equal(standing.is, 'infeasible');
        assert.ok(standing.is === 'infeasible' && standing.why.code === 'connection.disabled');
      }
    }),
    RUNS,
  );
});

test('terms that are not what the route gives do not hold', () => {
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const quote of find(input)) {
        const spoilt = quote.fixed === 'send' ? 'receive' : 'send';
        const more = { ...quote[spoilt], value: `${quote[spoilt].value}0` };
        assert.notEqual(again(input, { ...quote, [spoilt]: more }, input.snapshot).is, 'held');
        const custody = [...quote.custody, 'none' as const];
        assert.deepEqual(again(input, { ...quote, custody }, input.snapshot), { is: 'changed' });
      }
    }),
    RUNS,
  );
});

function find(input: RouteInput): readonly RouteTerms[] {
  const { findRoutes } = compile(input.snapshot);
  const { nowMs } = input;
  const { wanted } = findRoutes(input.request, { nowMs });
  return findRoutes({ ...input.request, fxQuotes: answersTo(wanted, input) }, { nowMs }).quotes;
}

function again({ request, nowMs }: RouteInput, quote: RouteTerms, snapshot: Snapshot) {
  const { from, to, channel } = request;
  return recheckRoute(compile(snapshot).findRoutes, { from, to, channel }, quote, { nowMs });
}
