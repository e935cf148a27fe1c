/**
 * What is believed of a leg once its amount is known: whether rules and limits let it pass, what it costs the client, how
 * reliable and how quick the connection is. The same leg is part of many routes, so judgements are remembered for the request.
 */
import { amountText, boundsText, percentText } from '../decide/amount-text.ts';
import { type CompiledSnapshot, cellKey } from '../decide/compiled-snapshot.ts';
import { checkAsset } from '../decide/eligibility.ts';
import { ruleFix, waitFix } from '../decide/exclusion.ts';
import { countingParty } from '../decide/operation-sides.ts';
import { numeratorAt, toPiecewise, valueUpAt } from '../decide/piecewise.ts';
import { holdsFor, rulesFor } from '../decide/policy-rules.ts';
import { priceOf } from '../decide/price.ts';
import { evidenceFor } from '../decide/situation.ts';
import { speedOf } from '../decide/speed.ts';
import { MICRO } from '../decide/valuation.ts';
import { readWhole, type Whole, wholeBetween, wholeOf } from '../decide/whole.ts';
import type { DecisionRequest, Fix, Reliability } from '../decision.ts';
import { estimatePpm, PPM } from '../learn/estimate.ts';
import { LATENCY_MS_MAX } from '../learn/latency-sketch.ts';
import { mulDiv } from '../mul-div.ts';
import { because } from '../sentences.ts';
import type { Hop } from './hops.ts';
import { legRequest } from './permits.ts';
import { type Reason, reasonOf } from './reasons.ts';
import type { RouteRequest } from './route-request.ts';

export type LegVerdict =
  | { readonly ok: true; readonly leg: JudgedLeg }
  | { readonly ok: false; readonly reason: Reason };

export interface JudgedLeg {
  /** What the client is invoiced; absent when it is not known. */
  readonly cost: { readonly asset: string; readonly value: bigint } | undefined;
  /** The same unrounded, in millionths of a minor unit of the valuation asset; absent when it cannot be compared. */
  readonly costMicro: bigint | undefined;
  readonly reliability: Reliability;
  readonly latency: { readonly p50Ms: number; readonly p95Ms: number };
  /** The first rule that prefers rails for this leg. */
  readonly guide: { readonly rule: string; readonly rails: readonly string[] } | undefined;
  /** Why it would be left out, if the reliability floor counted. */
  readonly belowFloor: Reason | undefined;
}

export type LegJudge = (hop: Hop, asset: string, value: bigint) => LegVerdict;

export function createLegJudge(snapshot: CompiledSnapshot, request: RouteRequest, nowMs: number): LegJudge {
  const known = new Map<string, { asset: string; value: bigint; verdict: LegVerdict }[]>();
  return (hop, asset, value) => {
    const same = known.get(hop.key) ?? [];
    const hit = same.find((one) => one.value === value && one.asset === asset);
    if (hit !== undefined) return hit.verdict;
    const verdict = judge(snapshot, request, nowMs, hop, asset, wholeOf(value));
    same.push({ asset, value, verdict });
    known.set(hop.key, same);
    return verdict;
  };
}

function judge(
  snapshot: CompiledSnapshot,
  request: RouteRequest,
  nowMs: number,
  hop: Hop,
  asset: string,
  value: Whole,
): LegVerdict {
  const leg = legRequest(request, hop.use, hop.operation, { asset, value: value.toString() });
  const rules = checkRules(snapshot, hop, leg, value);
  if ('stage' in rules) return { ok: false, reason: rules };
  const limit = checkLimits(hop, leg, asset, value);
  if (limit !== undefined) return { ok: false, reason: limit };
  const { rail } = hop.carrier.connection;
  const reliability = reliabilityOf(snapshot, rail, leg, nowMs);
  return {
    ok: true,
    leg: {
      ...costOf(snapshot, hop, leg, asset, value),
      reliability,
      latency: latencyOf(snapshot, hop),
      guide: rules.guide,
      belowFloor: floorReason(snapshot, hop, reliability),
    },
  };
}

/** Splits are for decisions: here somebody chooses among all quotes, and nothing is drawn. */
function checkRules(
  { policy }: CompiledSnapshot,
  { carrier: { at } }: Hop,
  leg: DecisionRequest,
  value: Whole,
): Reason | { readonly guide: JudgedLeg['guide'] } {
  const { rail } = at.connection;
  let guide: JudgedLeg['guide'];
  for (const bound of rulesFor(policy, leg)) {
    if (!holdsFor(bound, { lo: value, hi: value })) continue;
    const { id: rule, then } = bound.rule;
    const vars = { rail: at.name, rule };
    if (then.type === 'exclude' && then.rails.includes(rail))
      return { stage: 'policy', explanation: because('policy.excluded', vars), fix: ruleFix(rule) };
    if (then.type === 'require' && !then.rails.includes(rail))
      return { stage: 'policy', explanation: because('policy.not_required', vars), fix: ruleFix(rule) };
    if (then.type === 'prefer') guide ??= { rule, rails: then.rails };
  }
  return { guide };
}

function checkLimits(
  { carrier: { at }, scheme, profile }: Hop,
  leg: DecisionRequest,
  asset: string,
  value: Whole,
): Reason | undefined {
  const schemeMax = profile?.max === undefined ? undefined : readWhole(profile.max);
  if (schemeMax !== undefined && value > schemeMax) {
    const vars = { scheme: scheme ?? '', max: amountText(schemeMax, asset) };
    const fix = amountFix(undefined, schemeMax, asset);
    return { stage: 'limit', explanation: because('route.scheme_max', vars), fix };
  }
  const foreign = checkAsset(at, leg);
  if (foreign !== undefined) return reasonOf('limit', foreign);
  const { min, max } = at.limits.get(asset) ?? {};
  const fix = amountFix(min, max, asset);
  if (min !== undefined && value < min) {
    const vars = { rail: at.name, min: amountText(min, asset) };
    return { stage: 'limit', explanation: because('amount.below_min', vars), fix };
  }
  if (max !== undefined && value > max) {
    const vars = { rail: at.name, max: amountText(max, asset) };
    return { stage: 'limit', explanation: because('amount.above_max', vars), fix };
  }
  return undefined;
}

function amountFix(min: Whole | undefined, max: Whole | undefined, asset: string): Fix {
  return {
    action: 'change_amount',
    explanation: because('fix.change_amount', { moves: boundsText(min, max, asset) }),
    params: {
      asset,
      ...(min === undefined ? {} : { min: min.toString() }),
      ...(max === undefined ? {} : { max: max.toString() }),
    },
  };
}

function costOf(
  { contracts, exchange, policy }: CompiledSnapshot,
  { carrier: { at } }: Hop,
  leg: DecisionRequest,
  asset: string,
  value: Whole,
): Pick<JudgedLeg, 'cost' | 'costMicro'> {
  const { country, scheme } = countingParty(leg);
  const { operation } = leg;
  const price = priceOf({ prices: at.prices, contracts, exchange }, { operation, country, scheme, asset });
  if (!price.known) return { cost: undefined, costMicro: undefined };
  const line = toPiecewise(price.pieces);
  const rate = exchange(price.asset, policy.valuation.asset);
  return {
    cost: { asset: price.asset, value: BigInt(valueUpAt(line, value)) },
    costMicro:
      rate === undefined
        ? undefined
        : mulDiv(
            BigInt(numeratorAt(line, value)) * MICRO,
            rate.numerator,
            BigInt(line.per) * rate.denominator,
            'up',
          ),
  };
}

function reliabilityOf(
  snapshot: CompiledSnapshot,
  rail: string,
  leg: DecisionRequest,
  nowMs: number,
): Reliability {
  const estimate = estimatePpm(evidenceFor(snapshot, rail, leg), nowMs, snapshot.numbers.reliability);
  return {
    successPpm: wholeBetween(estimate.successPpm, 0, PPM),
    samples: wholeBetween(estimate.samples, 0, Number.MAX_SAFE_INTEGER),
    basis: estimate.basis,
  };
}

/** A speed that nobody knows adds nothing to the scheme's own time, which is known. */
function latencyOf({ latency }: CompiledSnapshot, { carrier: { connection }, operation }: Hop) {
  const speed = speedOf(latency.get(cellKey([connection.rail, operation])), connection);
  const p50Ms = Math.min(speed?.p50Ms ?? 0, LATENCY_MS_MAX);
  return { p50Ms, p95Ms: Math.max(p50Ms, Math.min(speed?.p95Ms ?? 0, LATENCY_MS_MAX)) };
}

function floorReason(
  { numbers }: CompiledSnapshot,
  { carrier: { at } }: Hop,
  { successPpm }: Reliability,
): Reason | undefined {
  const { floorPpm } = numbers.reliability;
  if (successPpm >= floorPpm) return undefined;
  const vars = { rail: at.name, success: percentText(successPpm), floor: percentText(floorPpm) };
  return { stage: 'reliability', explanation: because('reliability.below_floor', vars), fix: waitFix(at) };
}
