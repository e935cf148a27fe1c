/** The search against the plainest one there is: take every sequence of hops, carry it out, and compare. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAmountValue } from '../amount.ts';
import { compileSnapshot } from '../decide/compiled-snapshot.ts';
import { findCarriers } from './carriers.ts';
import { createHops, type Hop, type Hops, type Place } from './hops.ts';
import { createLegJudge } from './judge-leg.ts';
import { hasWay, layOut } from './lay-out.ts';
import { byDominance, ROUTE_CRITERIA } from './pareto.ts';
import { outlinesOf, type Plan, planFor } from './plans.ts';
import { createReasons } from './reasons.ts';
import { LEGS_MAX } from './route-terms.ts';
import { type SearchDeps, searchWays } from './search.ts';
import { answersTo, arbitraryRouteInput, type RouteInput } from './testing/arbitrary-routes.ts';
import type { Way } from './way.ts';

test('no way that there is beats the front, and the front is all there', () => {
  let [fronts, longer] = [0, 0];
  fc.assert(
    fc.property(arbitraryRouteInput, (input) => {
      for (const { deps, plan } of searches(input)) {
        const every = sequences(deps.hops, plan).flatMap((sequence) =>
          searchWays({ ...deps, hops: onlyOver(sequence) }, plan),
        );
        const { front } = byDominance(every, ROUTE_CRITERIA);
        assert.deepEqual(
          measures(byDominance(searchWays(deps, plan), ROUTE_CRITERIA).front),
          measures(front),
        );
        if (front.length > 0) fronts += 1;
        if (front.some(({ legs }) => legs.length > 2)) longer += 1;
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(fronts > 50 && longer > 0, `${fronts} fronts, ${longer} with longer ways`);
});

/** What two ways have in common that nobody could tell apart by what counts. */
function measures(ways: readonly Way[]): readonly string[] {
  return [
    ...new Set(ways.map(({ costMicro, p50AtMs, successPpm }) => `${costMicro} ${p50AtMs} ${successPpm}`)),
  ].sort();
}

function searches(input: RouteInput): readonly { readonly deps: SearchDeps; readonly plan: Plan }[] {
  const { request, nowMs } = input;
  const snapshot = compileSnapshot(input.snapshot);
  const reasons = createReasons();
  const carriers = findCarriers(snapshot, request, reasons);
  const hops = createHops(carriers, request);
  const deps: SearchDeps = {
    snapshot,
    hops,
    judge: createLegJudge(snapshot, request, nowMs),
    rest: new Map(),
    nowMs,
    floor: true,
    onDeadEnd: () => undefined,
    onPruned: () => undefined,
    onDetour: () => undefined,
    along: undefined,
    isToldOf: () => true,
    labelsMax: 16,
  };
  const value = parseAmountValue(request.amount.value) ?? 1n;
  return outlinesOf(request, carriers, reasons)
    .filter((outline) => hasWay(layOut(hops, outline)))
    .flatMap((outline) => {
      const first = planFor(snapshot, request, outline, value, new Map());
      const answers = first.is === 'wanted' ? answersTo([first.wanted], input) : [];
      const planned = planFor(
        snapshot,
        request,
        outline,
        value,
        new Map(answers.map((one) => [one.key, one])),
      );
      return planned.is === 'plan' ? [{ deps, plan: planned.plan }] : [];
    });
}

/** Every sequence of hops that ends at the payee and comes to no place twice. */
function sequences(hops: Hops, plan: Plan): readonly (readonly Hop[])[] {
  const found: (readonly Hop[])[] = [];
  const walk = (place: Place, converted: boolean, taken: readonly Hop[]): void => {
    if (place === 'payee') found.push(taken);
    if (place === 'payee' || taken.length === LEGS_MAX) return;
    for (const hop of everyHop(hops, plan, place, converted)) {
      const stays = hop.to === place;
      if (!stays && taken.some(({ to }) => to === hop.to)) continue;
      walk(hop.to, converted || hop.converts, [...taken, hop]);
    }
  };
  walk('payer', false, []);
  return found;
}

function everyHop(hops: Hops, plan: Plan, place: Place, converted: boolean): readonly Hop[] {
  if (place === 'payer') return hops.fromPayer(plan.from).all;
  if (place === 'payee') return [];
  if (plan.converter === place && !converted)
    return plan.standalone ? hops.onBalance(place) : hops.converting(place, plan.to);
  return hops.fromBalance(place, converted ? plan.to : plan.from);
}

/** A world in which nothing but this sequence can be done. */
function onlyOver(sequence: readonly Hop[]): Hops {
  const from = (carrier: Place, uses: readonly Hop['use'][]) =>
    sequence.filter(
      (hop, at) =>
        at > 0 && sequence[at - 1]?.to === carrier && uses.includes(hop.use) && hop.carrier === carrier,
    );
  return {
    fromPayer: () => {
      const all = sequence.slice(0, 1);
      return {
        all,
        byTarget: new Map(all.map((hop) => [hop.to, all])),
        balanceKeys: new Set(all.map(({ key }) => key)),
      };
    },
    fromBalance: (carrier) => from(carrier, ['payout', 'forward']).filter(({ converts }) => !converts),
    converting: (carrier) => from(carrier, ['convert', 'forward']).filter(({ converts }) => converts),
    onBalance: (carrier) => from(carrier, ['fx']),
  };
}
