/**
 * Route finding: from a snapshot, two accounts and an amount to priced ways between them, with every connection accounted for.
 *
 * Request → carriers (what each connection may do) → plans (what is sent, received and converted) → ways (leg by leg: rules,
 * limits, times, locks) → ranking → terms. No input makes it throw: what cannot be read leads to no route, and says so.
 */
import { type AmountOnWire, parseAmountValue } from '../amount.ts';
import type { CompiledConnection, CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import type { Fix } from '../decision.ts';
import { clampTimeMs, TIME_MS_MAX } from '../iso-time.ts';
import { because } from '../sentences.ts';
import type { Calendar } from '../snapshot.ts';
import { type Carrier, findCarriers } from './carriers.ts';
import { explainWay, railsTwice, routeName } from './explain-way.ts';
import { createHops, type Hops } from './hops.ts';
import { createDeadEnds, type DeadEnds, pathsWithoutAdapter } from './infeasible-paths.ts';
import { createLegJudge, type LegJudge } from './judge-leg.ts';
import { carriersOnWays, firstWay, hasWay, type Layout, layOut } from './lay-out.ts';
import { fixedSideOf, type Outline, outlinesOf, type Plan, planFor } from './plans.ts';
import { type Ranking, rankWays } from './rank-ways.ts';
import { createReasons, isBeyond, isFurther, type Reason, type Reasons } from './reasons.ts';
import type { RouteContext, RouteFxAnswer, RouteRequest, WantedFxQuote } from './route-request.ts';
import {
  INFEASIBLE_PATHS_MAX,
  type InfeasibleRoute,
  QUOTE_LIFETIME_MS,
  QUOTES_MAX,
  type Routes,
  type RouteTerms,
} from './route-terms.ts';
import { searchWays } from './search.ts';
import { type RestDays, readDay } from './settlement-time.ts';
import type { Way } from './way.ts';
import { writeTerms } from './write-terms.ts';

/** How many ways of one state are carried on: more than are ever shown. */
const LABELS_MAX = 16;

export type FindRoutes = (request: RouteRequest, context: RouteContext) => Routes;

export function createFindRoutes(snapshot: CompiledSnapshot, calendars: readonly Calendar[]): FindRoutes {
  const rest = readCalendars(calendars);
  return (request, context) => {
    const nowMs = Math.min(clampTimeMs(context.nowMs), TIME_MS_MAX - QUOTE_LIFETIME_MS);
    const value = readAmount(request.amount);
    const reasons = createReasons();
    const impossible = checkAmount(request, value);
    if (value === undefined || impossible !== undefined) {
      for (const at of snapshot.connections)
        reasons.note(at, impossible ?? { stage: 'amount', explanation: because('amount.unreadable', {}) });
      return answer(snapshot, request, reasons, [], [], []);
    }
    return findFor({ snapshot, rest, request, nowMs, value, reasons, deadEnds: createDeadEnds() });
  };
}

interface Matter {
  readonly snapshot: CompiledSnapshot;
  readonly rest: RestDays;
  readonly request: RouteRequest;
  readonly nowMs: number;
  readonly value: bigint;
  readonly reasons: Reasons;
  readonly deadEnds: DeadEnds;
}

function readCalendars(calendars: readonly Calendar[]): RestDays {
  return new Map(
    calendars.map(({ id, closedDays }) => [id, new Set(closedDays.flatMap((day) => readDay(day) ?? []))]),
  );
}

/** Nothing is no amount that could be sent. */
function readAmount({ value }: AmountOnWire): bigint | undefined {
  const read = parseAmountValue(value);
  return read === 0n ? undefined : read;
}

function checkAmount(request: RouteRequest, value: bigint | undefined): Reason | undefined {
  const { from, to, amount } = request;
  if (value === undefined || fixedSideOf(request) === 'receive' || from.assets.includes(amount.asset))
    return undefined;
  const assets = [...new Set([...to.assets, ...from.assets])].join(', ');
  return {
    stage: 'amount',
    explanation: because('route.asset_not_held', { asset: amount.asset }),
    fix: { action: 'change_amount', explanation: because('fix.use_asset', { assets }), params: { assets } },
  };
}

function findFor(matter: Matter): Routes {
  const { snapshot, request, nowMs, reasons, deadEnds } = matter;
  const carriers = findCarriers(snapshot, request, reasons);
  const hops = createHops(carriers, request);
  const { plans, wanted } = findPlans(matter, carriers, hops);
  const judge = createLegJudge(snapshot, request, nowMs);
  const { ways, degraded } = findWays(matter, hops, judge, plans, wanted.length > 0);
  const preference = request.preference ?? snapshot.policy.preference;
  const options = { preference, preferRail: request.preferRail, degraded };
  const ranking = rankWays(ways, options);
  noteCut(ranking, reasons);
  const [first] = ranking.ways;
  const twice = railsTwice(ranking.ways.map(({ way }) => way));
  const quotes = ranking.ways.map((ranked, at) => {
    const deps = { ...options, snapshot, count: ranking.ways.length, twice };
    return writeTerms(
      { snapshot, request, nowMs },
      ranked,
      at + 1,
      explainWay(deps, ranked, first ?? ranked),
    );
  });
  noteWithoutWay(request, carriers, hops, reasons);
  return answer(snapshot, request, reasons, quotes, deadEnds.list(), wanted);
}

/** Rates are asked for only where a way leads through the conversion. */
function findPlans(
  { snapshot, request, value, reasons, deadEnds }: Matter,
  carriers: readonly Carrier[],
  hops: Hops,
): { readonly plans: readonly Plan[]; readonly wanted: readonly WantedFxQuote[] } {
  const answers = new Map<string, RouteFxAnswer>((request.fxQuotes ?? []).map((one) => [one.key, one]));
  const plans: Plan[] = [];
  const wanted: WantedFxQuote[] = [];
  const failed: { readonly outline: Outline; readonly layout: Layout; readonly reason: Reason }[] = [];
  for (const outline of outlinesOf(request, carriers, reasons)) {
    const layout = layOut(hops, outline);
    if (!hasWay(layout)) continue;
    const planned = planFor(snapshot, request, outline, value, answers);
    if (planned.is === 'plan') plans.push(planned.plan);
    else {
      if (planned.is === 'wanted') wanted.push(planned.wanted);
      else deadEnds.add(firstWay(layout), planned.reason);
      failed.push({ outline, layout, reason: planned.reason });
    }
  }
  // Each converter first tells of itself; then the others tell of the converters that they depend on.
  for (const { outline, reason } of failed)
    if (outline.converter !== undefined) reasons.note(outline.converter.at, reason);
  for (const { layout, reason } of failed)
    for (const { at } of carriersOnWays(layout)) reasons.note(at, reason);
  return { plans, wanted };
}

/** What is under the reliability floor is left out, unless that would leave nothing. */
function findWays(
  matter: Matter,
  hops: Hops,
  judge: LegJudge,
  plans: readonly Plan[],
  mayFindMore: boolean,
): { readonly ways: readonly Way[]; readonly degraded: boolean } {
  const { snapshot, rest, request, nowMs, reasons, deadEnds } = matter;
  const search = (floor: boolean): readonly Way[] =>
    plans.flatMap((plan) =>
      searchWays(
        {
          snapshot,
          hops,
          judge,
          rest,
          nowMs,
          floor,
          onDeadEnd: ({ legs }, hop, reason) => {
            const path = [...legs.map((leg) => leg.hop), hop];
            for (const { carrier } of path) reasons.note(carrier.at, reason);
            deadEnds.add(path, reason);
          },
          onPruned: (way) => noteOutranked(way, reasons),
          onDetour: (carriers, shorter) => {
            for (const { at } of carriers) noteDetour(at, shorter, reasons);
          },
          isToldOf: ({ at }) => isPastDetour(at, reasons),
          labelsMax: LABELS_MAX,
          along: request.along,
        },
        plan,
      ),
    );
  const sound = search(true);
  if (sound.length > 0 || mayFindMore) return { ways: sound, degraded: false };
  const weak = search(false);
  return { ways: weak, degraded: weak.length > 0 };
}

function noteCut({ cut }: Ranking, reasons: Reasons): void {
  for (const way of cut) noteOutranked(way, reasons);
}

function noteDetour(at: CompiledConnection, shorter: Way, reasons: Reasons): void {
  if (shorter.legs.some(({ hop }) => hop.carrier.at === at)) return;
  if (isPastDetour(at, reasons)) return;
  const vars = { rail: at.name, route: routeName(shorter) };
  reasons.note(at, { stage: 'detour', explanation: because('route.detour', vars) });
}

/** Whether a detour would be no news of a connection. */
function isPastDetour(at: CompiledConnection, reasons: Reasons): boolean {
  const known = reasons.of(at);
  return known !== undefined && isBeyond(known, 'way');
}

function noteOutranked({ legs }: Way, reasons: Reasons): void {
  for (const { hop } of legs) {
    const { at } = hop.carrier;
    const vars = { rail: at.name, count: String(QUOTES_MAX) };
    reasons.note(at, { stage: 'rank', explanation: because('route.outranked', vars) });
  }
}

/** Those that may carry money and that nothing else was said about: a part of the way is missing, or a scheme. */
function noteWithoutWay(
  { from, to, amount }: RouteRequest,
  carriers: readonly Carrier[],
  hops: Hops,
  reasons: Reasons,
): void {
  const assets = new Set([...from.assets, ...to.assets, amount.asset]);
  const able = new Set<Carrier>();
  for (const asset of assets) {
    for (const { carrier } of hops.fromPayer(asset).all) able.add(carrier);
    for (const carrier of carriers) if (hops.fromBalance(carrier, asset).length > 0) able.add(carrier);
  }
  for (const carrier of carriers) {
    if (carrier.isRefused()) continue;
    const { at } = carrier;
    const vars = { rail: at.name, from: from.scheme, to: to.scheme, asset: amount.asset };
    reasons.note(at, { stage: 'settlement', explanation: because('route.scheme_unreachable', vars) });
    if (able.has(carrier)) {
      const explanation = because('route.no_counterpart', { rail: at.name });
      reasons.note(at, { stage: 'way', explanation, fix: counterpartFix() });
    }
  }
}

function counterpartFix(): Fix {
  return { action: 'connect_rail', explanation: because('fix.connect_counterpart', {}), params: {} };
}

function answer(
  snapshot: CompiledSnapshot,
  request: RouteRequest,
  reasons: Reasons,
  quotes: readonly RouteTerms[],
  deadEnds: readonly InfeasibleRoute[],
  wanted: readonly WantedFxQuote[],
): Routes {
  const serving = new Set(quotes.flatMap(({ legs }) => legs.map(({ connection }) => connection)));
  const out = snapshot.connections.filter(({ connection }) => !serving.has(connection.id));
  const paths = [...deadEnds, ...pathsWithoutAdapter(snapshot, request)].slice(0, INFEASIBLE_PATHS_MAX);
  return {
    quotes,
    infeasible: [...out.flatMap((at) => infeasible(at, reasons.of(at))), ...paths],
    suggestion: quotes.length > 0 || wanted.length > 0 ? null : suggest(request, out, reasons),
    wanted,
  };
}

function infeasible(
  { connection }: CompiledConnection,
  reason: Reason | undefined,
): readonly InfeasibleRoute[] {
  if (reason === undefined) return [];
  const { explanation, fix } = reason;
  const route = { rail: connection.rail, connection: connection.id, code: explanation.key, explanation };
  return [fix === undefined ? route : { ...route, fix }];
}

/** The fix of the connection that got furthest; when nothing connected could carry the money a step, another rail. */
function suggest({ from }: RouteRequest, out: readonly CompiledConnection[], reasons: Reasons): Fix | null {
  let best: (Reason & { readonly fix: Fix }) | undefined;
  let mayConnect = true;
  for (const at of out) {
    const reason = reasons.of(at);
    if (reason !== undefined && (reason.stage === 'amount' || isBeyond(reason, 'settlement')))
      mayConnect = false;
    if (reason?.fix !== undefined && (best === undefined || isFurther(reason, best)))
      best = { ...reason, fix: reason.fix };
  }
  if (best !== undefined) return best.fix;
  if (!mayConnect) return null;
  const explanation = because('fix.connect_first', { scheme: from.scheme });
  return { action: 'connect_rail', explanation, params: { scheme: from.scheme } };
}
