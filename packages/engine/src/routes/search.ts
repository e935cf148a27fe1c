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
import type { Carrier } from './carriers.ts';
import type { Hop, Hops, Place } from './hops.ts';
import type { JudgedLeg, LegJudge } from './judge-leg.ts';
import { byDominance, byExpected, type Criterion, ROUTE_CRITERIA } from './pareto.ts';
import type { Outline, Plan } from './plans.ts';
import type { Reason } from './reasons.ts';
import { LEGS_MAX } from './route-terms.ts';
import { type RestDays, slowArrivalMs, typicalArrivalMs } from './settlement-time.ts';

/** A way that has been carried through: all that is known of it, before it is compared with others. */
export interface Way {
  readonly plan: Plan;
  readonly place: Place;
  readonly converted: boolean;
  readonly legs: readonly CarriedLeg[];
  /** What the client is invoiced and what the exchange takes, in millionths; absent when it cannot be compared. */
  readonly costMicro: bigint | undefined;
  /** Cost, risk and time together; what is not known counts nothing. */
  readonly expectedMicro: bigint;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly successPpm: number;
}

export interface CarriedLeg {
  readonly hop: Hop;
  readonly send: bigint;
  readonly sendAsset: string;
  readonly receive: bigint;
  readonly receiveAsset: string;
  readonly judged: JudgedLeg;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

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
  /** Told of every way that another one makes needless, by leaving balances out and being no worse. */
  readonly onDetour: (way: Way, shorter: Way) => void;
  /** How many ways of one state are carried on. */
  readonly labelsMax: number;
}

/** Whether a way exists at all, if amounts, rules and times allow it. */
export function hasWay(hops: Hops, outline: Outline): boolean {
  return createFinish(hops, outline)('payer', false, LEGS_MAX);
}

/** The connections on the ways that there may be. */
export function carriersOnWays(hops: Hops, outline: Outline): readonly Carrier[] {
  const canFinish = createFinish(hops, outline);
  const found = new Set<Carrier>();
  const seen = new Map<Place, Set<number>>();
  const visit = (place: Place, converted: boolean, left: number): void => {
    const key = stateKey(converted, left);
    const states = seen.get(place) ?? new Set<number>();
    if (states.has(key)) return;
    seen.set(place, states.add(key));
    for (const hop of nextHops(hops, outline, place, converted)) {
      const done = converted || hop.converts;
      if (!canFinish(hop.to, done, left - 1)) continue;
      found.add(hop.carrier);
      if (hop.to !== 'payee') visit(hop.to, done, left - 1);
    }
  };
  visit('payer', false, LEGS_MAX);
  return [...found];
}

/** One of the shortest ways there may be, for showing what failed. */
export function firstWay(hops: Hops, outline: Outline): readonly Hop[] {
  const canFinish = createFinish(hops, outline);
  const way: Hop[] = [];
  let [place, converted]: [Place, boolean] = ['payer', false];
  let left = 0;
  while (left <= LEGS_MAX && !canFinish(place, converted, left)) left += 1;
  for (; left > 0 && place !== 'payee'; left -= 1) {
    const next: Hop | undefined = nextHops(hops, outline, place, converted).find((hop) =>
      canFinish(hop.to, converted || hop.converts, left - 1),
    );
    if (next === undefined) return [];
    way.push(next);
    [place, converted] = [next.to, converted || next.converts];
  }
  return way;
}

export function searchWays(deps: SearchDeps, plan: Plan): readonly Way[] {
  const canFinish = createFinish(deps.hops, plan);
  const seen = new Map<Place, States>();
  let level: readonly Way[] = [start(deps, plan)];
  for (let left = LEGS_MAX - 1; left >= 0 && level.length > 0; left -= 1) {
    const next: Way[] = [];
    for (const way of level) {
      for (const hop of nextHops(deps.hops, plan, way.place, way.converted)) {
        if (!canFinish(hop.to, way.converted || hop.converts, left) || hasBeen(way, hop)) continue;
        const carried = carry(deps, way, hop);
        if (carried !== undefined) next.push(carried);
      }
    }
    level = settle(deps, seen, next).filter(({ place }) => place !== 'payee');
  }
  return seen.get('payee')?.flat() ?? [];
}

function start({ snapshot, nowMs }: SearchDeps, plan: Plan): Way {
  return {
    plan,
    place: 'payer',
    converted: false,
    legs: [],
    costMicro: exchangeLoss(snapshot, plan),
    expectedMicro: 0n,
    p50Ms: nowMs,
    p95Ms: nowMs,
    successPpm: PPM,
  };
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

function nextHops(hops: Hops, outline: Outline, place: Place, converted: boolean): readonly Hop[] {
  const { from, to, converter, standalone } = outline;
  if (place === 'payer') return hops.fromPayer(from);
  if (place === 'payee') return [];
  const asset = converted ? to : from;
  if (converted || place !== converter) return hops.fromBalance(place, asset);
  return standalone ? hops.onBalance(place) : hops.converting(place, to);
}

/** Whether the payee can be reached from a place in so many legs, with the conversion made on the way. */
function createFinish(hops: Hops, outline: Outline) {
  const known = new Map<Place, Map<number, boolean>>();
  const canFinish = (place: Place, converted: boolean, left: number): boolean => {
    const complete = converted || outline.converter === undefined;
    if (place === 'payee') return complete;
    if (left <= 0) return false;
    const answers = known.get(place) ?? new Map<number, boolean>();
    known.set(place, answers);
    const key = stateKey(converted, left);
    const answer = answers.get(key);
    if (answer !== undefined) return answer;
    const found = nextHops(hops, outline, place, converted).some((hop) =>
      canFinish(hop.to, converted || hop.converts, left - 1),
    );
    answers.set(key, found);
    return found;
  };
  return canFinish;
}

function stateKey(converted: boolean, left: number): number {
  return left * 2 + (converted ? 1 : 0);
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
  if (hop.converts && conversion?.lockedUntilMs !== undefined && way.p95Ms > conversion.lockedUntilMs) {
    deps.onDeadEnd(way, hop, lockReason(hop, conversion.lockedUntilMs, way.p95Ms));
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
  const { p50Ms, p95Ms } = arrivals(deps, way, hop, moved.asset, judged);
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
        p50Ms,
        p95Ms,
      },
    ],
    costMicro,
    expectedMicro: (costMicro ?? 0n) + riskAndTime(deps.snapshot.numbers, successPpm, p50Ms - deps.nowMs),
    p50Ms,
    p95Ms,
    successPpm,
  };
}

function plus(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

/** A leg begins when the one before it is there: with luck after its usual time, without it after a slow one. */
function arrivals(
  { rest }: SearchDeps,
  way: Way,
  { profile }: Hop,
  asset: string,
  { latency }: JudgedLeg,
): { readonly p50Ms: number; readonly p95Ms: number } {
  const [typicalMs, slowMs] = [way.p50Ms + latency.p50Ms, way.p95Ms + latency.p95Ms];
  if (profile === undefined) return { p50Ms: typicalMs, p95Ms: slowMs };
  const p50Ms = typicalArrivalMs(profile, asset, typicalMs, rest);
  return { p50Ms, p95Ms: Math.max(p50Ms, slowArrivalMs(profile, asset, slowMs, rest)) };
}

function lockReason({ carrier: { at } }: Hop, lockedUntilMs: number, arrivalMs: number): Reason {
  const vars = { rail: at.name, lockedUntil: formatTime(lockedUntilMs), arrival: formatTime(arrivalMs) };
  return { stage: 'lock', explanation: because('fx.lock_too_short', vars) };
}

/** The ways that have reached a place, by whether the conversion is made. */
type States = readonly [unconverted: Way[], converted: Way[]];

/** Of the ways that have just arrived, those that are worth carrying on; they are added to what has been seen. */
function settle(deps: SearchDeps, seen: Map<Place, States>, arrived: readonly Way[]): readonly Way[] {
  const fresh = new Map<Place, States>();
  for (const way of arrived) {
    const before = stateOf(seen, way);
    const shorter = before.find((one) => isDetour(way, one));
    if (shorter === undefined) stateOf(fresh, way).push(way);
    else deps.onDetour(way, shorter);
  }
  const kept = [...fresh.values()].flat().flatMap((state) => prune(deps, state));
  for (const way of kept) stateOf(seen, way).push(way);
  return kept;
}

function stateOf(states: Map<Place, States>, { place, converted }: Way): Way[] {
  const state = states.get(place) ?? [[], []];
  states.set(place, state);
  return state[converted ? 1 : 0];
}

/** Whatever a shorter way can still do, a longer one over the same balances cannot do better. */
function isDetour(way: Way, shorter: Way): boolean {
  return (
    shorter.legs.length < way.legs.length &&
    shorter.legs.every(({ hop }) => way.legs.some((leg) => leg.hop.carrier === hop.carrier)) &&
    LABEL_CRITERIA.every((compare) => compare(shorter, way) <= 0)
  );
}

/** A way that is slower without luck may miss a lock that another one keeps. */
const LABEL_CRITERIA: readonly Criterion[] = [...ROUTE_CRITERIA, (a, b) => a.p95Ms - b.p95Ms];

function prune(deps: SearchDeps, state: readonly Way[]): readonly Way[] {
  if (state.length <= deps.labelsMax || state[0]?.place === 'payee') return state;
  const { front, rest } = byDominance(state, LABEL_CRITERIA);
  const ordered = [...front, ...rest.toSorted(byExpected)];
  for (const way of ordered.slice(deps.labelsMax)) deps.onPruned(way);
  return ordered.slice(0, deps.labelsMax);
}
