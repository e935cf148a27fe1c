/**
 * Looks for ways from the payer to the payee under a plan. A label is a way so far; labels of one state (where the money
 * stands, and whether it has been converted) are carried on together, leg by leg. One that is neither cheaper nor faster nor
 * safer than another of its state cannot become the better route: if it goes over more balances than the other it is a detour
 * and ends there, and when a state has too many labels, such ones go first.
 */

import type { CompiledSnapshot } from '../decide/compiled-snapshot.ts';
import { MICRO, riskAndTime } from '../decide/valuation.ts';
import { formatTime } from '../iso-time.ts';
import { PPM } from '../learn/estimate.ts';
import { mulDiv } from '../mul-div.ts';
import { because } from '../sentences.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import type { Carrier } from './carriers.ts';
import type { Hop, Hops, Place } from './hops.ts';
import type { JudgedLeg, LegJudge } from './judge-leg.ts';
import { type Layout, layOut } from './lay-out.ts';
import { byDominance, byExpected, LABEL_CRITERIA } from './pareto.ts';
import type { Plan } from './plans.ts';
import type { Reason } from './reasons.ts';
import type { RouteStep } from './route-request.ts';
import { INTERNAL_SCHEME, LEGS_MAX } from './route-terms.ts';
import { type RestDays, slowArrivalMs, typicalArrivalMs } from './settlement-time.ts';
import type { CarriedLeg, Way } from './way.ts';

export interface SearchDeps {
  readonly snapshot: CompiledSnapshot;
  readonly hops: Hops;
  readonly judge: LegJudge;
  readonly rest: RestDays;
  readonly nowMs: number;
  /** Whether legs under the reliability floor are left out. */
  readonly floor: boolean;
  /** Told of every way that ends before its end, with the hop that could not be taken. */
  readonly onDeadEnd: (way: Way, hop: Hop, reason: Reason) => void;
  /** Told of every way that is given up because better ones go on from its state. */
  readonly onPruned: (way: Way) => void;
  /** Told of the connections of every way that would only be a detour, because a shorter one is there and no worse. */
  readonly onDetour: (carriers: readonly Carrier[], shorter: Way) => void;
  /** Whether more about a connection being on a detour would not be heard. */
  readonly isToldOf: (carrier: Carrier) => boolean;
  /** How many ways of one state are carried on. */
  readonly labelsMax: number;
  /** The only legs that may be taken, where the request names them. */
  readonly along: readonly RouteStep[] | undefined;
}

export function searchWays(deps: SearchDeps, plan: Plan): readonly Way[] {
  const { next, canFinish } = layOut(deps.hops, plan);
  const arrived = createArrivals();
  const sidesteps = createSidesteps(deps, next);
  const done: Way[] = [];
  let level: readonly Way[] = [start(deps, plan)];
  for (let left = LEGS_MAX - 1; left >= 0 && level.length > 0; left -= 1) {
    const reached: Way[] = [];
    for (const way of level) {
      const isSidestep = sidesteps(way);
      for (const hop of next(way.place, way.converted)) {
        if (isSidestep(hop)) continue;
        const converted = way.converted || hop.converts;
        if (!canFinish(hop.to, converted, left) || hasBeen(way, hop) || isAside(deps, way, hop)) continue;
        // No hop makes a way cheaper, faster or safer, so who is there already and as good as this one now stays so.
        const shorter = arrived.shorter(hop.to, converted, way, hop.carrier);
        if (shorter !== undefined) deps.onDetour([...carriersOf(way), hop.carrier], shorter);
        else {
          const carried = carry(deps, way, hop);
          if (carried !== undefined) reached.push(carried);
        }
      }
    }
    const finished = reached.filter(({ place }) => place === 'payee');
    // Those that got there with fewer legs are known by now, and those of as many are not.
    done.push(...finished.filter((way) => !isDetour(deps, arrived, way)));
    for (const way of reached) arrived.add(way);
    level = prune(deps, withoutDetours(deps, arrived, plan, reached));
  }
  return done;
}

function start({ snapshot, nowMs }: SearchDeps, plan: Plan): Way {
  return {
    plan,
    place: 'payer',
    converted: false,
    legs: [],
    costMicro: exchangeLoss(snapshot, plan),
    expectedMicro: 0n,
    p50AtMs: nowMs,
    p95AtMs: nowMs,
    successPpm: PPM,
  };
}

/**
 * Where the last hop of a way could have led as well, the way would only come on a detour: hops of one key are alike in all that
 * counts, so who went there at once is there already and as good, unless the next one converts. With many balances most hops are
 * such, and when all that is to be told of them has been told, they need not be looked at one by one.
 */
function createSidesteps(deps: SearchDeps, next: Layout['next']): (way: Way) => (hop: Hop) => boolean {
  const targets = new Map<string, ReadonlySet<Place>>();
  const targetsOf = (way: Way, { hop }: CarriedLeg): ReadonlySet<Place> => {
    const known = targets.get(hop.key);
    if (known !== undefined) return known;
    const alike = next(way.legs.at(-2)?.hop.to ?? 'payer', way.converted && !hop.converts).filter(
      ({ key }) => key === hop.key,
    );
    const found = new Set(alike.map(({ to }) => to));
    targets.set(hop.key, found);
    return found;
  };
  return (way) => {
    const last = way.legs.at(-1);
    // Where the legs are given, those that lead elsewhere were not taken.
    if (last === undefined || deps.along !== undefined) return () => false;
    const atOnce = targetsOf(way, last);
    let isTold = false;
    return ({ to, carrier, converts }) => {
      if (converts || !atOnce.has(to)) return false;
      isTold ||= deps.isToldOf(carrier) && way.legs.slice(1).every((leg) => isKnown(deps, way, leg));
      return isTold;
    };
  };
}

/** A shorter way begins as this one does and converts where it does, so it is no news that these are on a way. */
function isKnown(
  { isToldOf }: SearchDeps,
  { converted, plan }: Way,
  { hop: { carrier } }: CarriedLeg,
): boolean {
  return (converted && carrier === plan.converter) || isToldOf(carrier);
}

/** What both sides are worth at the mid-market rate differs by what the exchange takes. It may also give. */
function exchangeLoss({ exchange, policy }: CompiledSnapshot, plan: Plan): bigint | undefined {
  if (plan.conversion === undefined) return 0n;
  const sent = exchange(plan.from, policy.valuation.asset);
  const received = exchange(plan.to, policy.valuation.asset);
  if (sent === undefined || received === undefined) return undefined;
  return (
    mulDiv(plan.send * MICRO, sent.numerator, sent.denominator, 'up') -
    mulDiv(plan.receive * MICRO, received.numerator, received.denominator, 'down')
  );
}

function isAside({ along }: SearchDeps, { legs }: Way, { carrier, kind, scheme, to }: Hop): boolean {
  if (along === undefined) return false;
  const step = along[legs.length];
  const isStep =
    step?.connection === carrier.connection.id &&
    step.kind === kind &&
    step.scheme === (scheme ?? INTERNAL_SCHEME);
  const isLast = legs.length + 1 === along.length;
  return !isStep || isLast !== (to === 'payee');
}

/** Money never comes back to a balance; a conversion stays on the one it is on. */
function hasBeen({ place, legs }: Way, { to }: Hop): boolean {
  return to !== place && legs.some(({ hop }) => hop.to === to);
}

function carry(deps: SearchDeps, way: Way, hop: Hop): Way | undefined {
  const { plan } = way;
  const { conversion } = plan;
  const before = way.converted
    ? { value: plan.receive, asset: plan.to }
    : { value: plan.send, asset: plan.from };
  const after = hop.converts ? { value: plan.receive, asset: plan.to } : before;
  if (hop.converts && conversion?.lockedUntilMs !== undefined && way.p95AtMs > conversion.lockedUntilMs) {
    deps.onDeadEnd(way, hop, lockReason(hop, conversion.lockedUntilMs, way.p95AtMs));
    return undefined;
  }
  // A payout is ordered by what it brings, a conversion on a balance by what it takes.
  const moved = hop.use === 'fx' ? before : after;
  const verdict = deps.judge(hop, moved.asset, moved.value);
  const reason = verdict.ok ? (deps.floor ? verdict.leg.belowFloor : undefined) : verdict.reason;
  if (!verdict.ok || reason !== undefined) {
    if (reason !== undefined) deps.onDeadEnd(way, hop, reason);
    return undefined;
  }
  const { leg: judged } = verdict;
  const { p50AtMs, p95AtMs } = arrivals(deps, way, hop, moved.asset, judged);
  const costMicro = plus(way.costMicro, judged.costMicro);
  const successPpm = Math.floor((way.successPpm * judged.reliability.successPpm) / PPM);
  return {
    plan,
    place: hop.to,
    converted: way.converted || hop.converts,
    legs: [
      ...way.legs,
      {
        hop,
        send: before.value,
        sendAsset: before.asset,
        receive: after.value,
        receiveAsset: after.asset,
        judged,
        p50AtMs,
        p95AtMs,
      },
    ],
    costMicro,
    expectedMicro: (costMicro ?? 0n) + riskAndTime(deps.snapshot.numbers, successPpm, p50AtMs - deps.nowMs),
    p50AtMs,
    p95AtMs,
    successPpm,
  };
}

function plus(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

/**
 * A leg begins when the one before it is there: with luck after its usual time, without it after a slow one. Moments are named
 * otherwise than durations also for the compiler's sake: objects of one shape that hold small numbers here and large ones there
 * made it give up on decisions, at half their speed.
 */
function arrivals(
  { rest }: SearchDeps,
  way: Way,
  { profile }: Hop,
  asset: string,
  { latency }: JudgedLeg,
): { readonly p50AtMs: number; readonly p95AtMs: number } {
  const [typicalMs, slowMs] = [way.p50AtMs + latency.p50Ms, way.p95AtMs + latency.p95Ms];
  if (profile === undefined) return { p50AtMs: typicalMs, p95AtMs: slowMs };
  const p50AtMs = typicalArrivalMs(profile, asset, typicalMs, rest);
  return { p50AtMs, p95AtMs: Math.max(p50AtMs, slowArrivalMs(profile, asset, slowMs, rest)) };
}

function lockReason({ carrier: { at } }: Hop, lockedUntilMs: number, arrivalMs: number): Reason {
  const vars = { rail: at.name, lockedUntil: formatTime(lockedUntilMs), arrival: formatTime(arrivalMs) };
  return { stage: 'lock', explanation: because('fx.lock_too_short', vars) };
}

function carriersOf({ legs }: Way): readonly Carrier[] {
  return legs.map(({ hop }) => hop.carrier);
}

/** Nor may the last leg make a detour of it, by which the way has become dearer or slower than a shorter one. */
function isDetour(deps: SearchDeps, arrived: Arrivals, way: Way): boolean {
  const last = way.legs.at(-1)?.hop.carrier;
  const shorter = last === undefined ? undefined : arrived.shorter(way.place, way.converted, way, last);
  if (shorter === undefined) return false;
  deps.onDetour(carriersOf(way), shorter);
  return true;
}

/** The ways that are not at the payee yet and that no finished way over the same connections makes needless. */
function withoutDetours(
  deps: SearchDeps,
  arrived: Arrivals,
  { converter }: Plan,
  ways: readonly Way[],
): readonly Way[] {
  return ways.filter((way) => {
    if (typeof way.place === 'string') return false;
    const shorter = arrived.shorter('payee', converter !== undefined, way, way.place);
    if (shorter === undefined) return true;
    deps.onDetour([...carriersOf(way), way.place], shorter);
    return false;
  });
}

function prune(deps: SearchDeps, ways: readonly Way[]): readonly Way[] {
  const states = new Map<Place, readonly [unconverted: Way[], converted: Way[]]>();
  for (const way of ways) {
    const state = states.get(way.place) ?? [[], []];
    states.set(way.place, state);
    state[way.converted ? 1 : 0].push(way);
  }
  return [...states.values()].flat().flatMap((state) => {
    if (state.length <= deps.labelsMax) return state;
    const { front, rest } = byDominance(state, LABEL_CRITERIA);
    const ordered = [...front, ...rest.toSorted(byExpected)];
    for (const way of ordered.slice(deps.labelsMax)) deps.onPruned(way);
    return ordered.slice(0, deps.labelsMax);
  });
}
