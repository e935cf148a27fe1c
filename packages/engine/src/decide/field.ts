/**
 * A line-up at a moment: what each rail is believed to achieve now, what it costs in comparable numbers, and the orders in
 * which everything but the amount has already been settled. What is left for a decision is a line per rail and a sort.
 *
 * A moment is a second: whatever `now` falls into it sees the same field.
 */
import type { Exclusion, Reliability } from '../decision.ts';
import { estimatePpm } from '../learn/estimate.ts';
import { because } from '../sentences.ts';
import { percentText } from './amount-text.ts';
import type { CompiledSnapshot } from './compiled-snapshot.ts';
import { deepFreeze } from './deep-freeze.ts';
import { exclude, waitFix } from './exclusion.ts';
import type { Guide, Lineup } from './lineup.ts';
import { type Ordering, type Orders, orderRunners, prefixed } from './orders.ts';
import { isBehind } from './pacing.ts';
import { constantPieces, type Pieces } from './piecewise.ts';
import type { Runner, ScoreLines } from './runner.ts';
import type { Candidate } from './situation.ts';
import {
  commonDenominator,
  expandPieces,
  MICRO,
  reducePieces,
  riskAndTime,
  scalePieces,
} from './valuation.ts';
import { type Whole, wholeBetween, wholeOf } from './whole.ts';

export interface Field {
  readonly runners: readonly Runner[];
  readonly excluded: readonly Exclusion[];
  /** No rail reaches the reliability floor, so the most reliable comes first. */
  readonly degraded: boolean;
  readonly narrowedByRequest: boolean;
  readonly required: string | undefined;
  /** Only what still has a rail in the running to act on. */
  readonly guide: Guide | undefined;
  /** How many score units a minor unit of the valuation asset is. */
  readonly scorePerMinor: Whole;
  readonly pacing: boolean;
  /** By what is known of the rails alone: labels. */
  readonly plain: Orders;
  /** With the policy's preferences before it: the choice. */
  readonly decisive: Orders;
}

export function buildField(snapshot: CompiledSnapshot, lineup: Lineup, nowMs: number): Field {
  const { floorPpm } = snapshot.numbers.reliability;
  const judged = lineup.candidates.map((candidate) => ({
    candidate,
    reliability: judge(snapshot, candidate, nowMs),
  }));
  const sound = judged.filter(({ reliability }) => reliability.successPpm >= floorPpm);
  const degraded = sound.length === 0 && judged.length > 0;
  const weak = degraded ? [] : judged.filter(({ reliability }) => reliability.successPpm < floorPpm);
  const { runners, common } = toRunners(snapshot, degraded ? judged : sound, nowMs);
  const guide = degraded ? undefined : effectiveGuide(lineup.guide, runners);
  const plain = orderRunners(runners);
  return {
    runners,
    excluded:
      weak.length === 0
        ? lineup.excluded
        : deepFreeze([...lineup.excluded, ...weak.map((one) => belowFloor(one, floorPpm))]),
    degraded,
    narrowedByRequest: lineup.narrowedByRequest,
    required: lineup.required,
    guide,
    scorePerMinor: wholeOf(MICRO * common),
    pacing: runners.some(({ paced }) => paced !== undefined),
    plain,
    decisive: decisiveOrders(plain, runners, degraded, guide),
  };
}

interface Judged {
  readonly candidate: Candidate;
  readonly reliability: Reliability;
}

const PPM = 1_000_000;

function judge({ numbers }: CompiledSnapshot, { evidence }: Candidate, nowMs: number): Reliability {
  const { successPpm, samples, basis } = estimatePpm(evidence, nowMs, numbers.reliability);
  return Object.freeze({
    successPpm: wholeBetween(successPpm, 0, PPM),
    samples: wholeBetween(samples, 0, Number.MAX_SAFE_INTEGER),
    basis,
  });
}

function belowFloor({ candidate: { at }, reliability }: Judged, floorPpm: number): Exclusion {
  const explanation = because('reliability.below_floor', {
    rail: at.name,
    success: percentText(reliability.successPpm),
    floor: percentText(floorPpm),
  });
  return exclude(at, explanation, waitFix(at));
}

/** Scores of all runners are over one denominator, so that they compare as whole numbers. */
function toRunners(
  { numbers }: CompiledSnapshot,
  judged: readonly Judged[],
  nowMs: number,
): { readonly runners: readonly Runner[]; readonly common: bigint } {
  const valued = judged.map((one) => {
    const value = one.candidate.price?.value;
    const pace = one.candidate.price?.pace;
    const behind = value !== undefined && pace !== undefined && isBehind(pace, nowMs);
    return { ...one, value, paced: behind ? reducePieces(scalePieces(value, pace.discount)) : undefined };
  });
  const common = commonDenominator(valued.flatMap(({ value, paced }) => [value ?? [], paced ?? []].flat()));
  // A speed that is not known is taken to be no better than the slowest that is: unknown must not look instant.
  const slowestMs = Math.max(0, ...judged.map(({ candidate }) => candidate.latency?.p50Ms ?? 0));
  const runners = valued.map(({ candidate, reliability, value = FREE, paced }, at): Runner => {
    const { successPpm } = reliability;
    const extra = riskAndTime(numbers, successPpm, candidate.latency?.p50Ms ?? slowestMs) * common;
    return {
      at,
      candidate,
      reliability,
      success: percentText(successPpm),
      comparable: value !== FREE,
      from: value.pieces.map(({ from }) => wholeOf(from)),
      plain: toLines(value, common, extra),
      paced: paced === undefined ? undefined : toLines(paced, common, extra),
    };
  });
  return { runners, common };
}

const FREE = constantPieces(0n);

function toLines(value: Pieces, common: bigint, extra: bigint): ScoreLines {
  const pieces = expandPieces(value, common);
  return {
    slope: pieces.map(({ slope }) => wholeOf(slope)),
    cost: pieces.map(({ base }) => wholeOf(base)),
    expected: pieces.map(({ base }) => wholeOf(base + extra)),
  };
}

/** A preference or split that names nobody who is still in the running has nothing to say. */
function effectiveGuide(guide: Guide | undefined, runners: readonly Runner[]): Guide | undefined {
  if (guide === undefined) return undefined;
  const running = new Set(runners.map(({ candidate }) => candidate.rail));
  if (guide.type === 'prefer') return guide.rails.some((rail) => running.has(rail)) ? guide : undefined;
  const shares = guide.shares
    .map(({ rail, percent }) => ({ rail, percent: wholeBetween(percent, 0, PERCENT_MAX) }))
    .filter(({ rail, percent }) => percent > 0 && running.has(rail));
  return shares.length === 0 ? undefined : { ...guide, shares };
}

const PERCENT_MAX = 100;

function decisiveOrders(
  plain: Orders,
  runners: readonly Runner[],
  degraded: boolean,
  guide: Guide | undefined,
): Orders {
  if (degraded) return prefixOrders(plain, runners, ({ reliability }) => PPM - reliability.successPpm);
  if (guide?.type !== 'prefer') return plain;
  const places = new Map(guide.rails.toReversed().map((rail, at) => [rail, guide.rails.length - 1 - at]));
  return prefixOrders(plain, runners, ({ candidate }) => places.get(candidate.rail) ?? guide.rails.length);
}

function prefixOrders(
  plain: Orders,
  runners: readonly Runner[],
  prefixOf: (runner: Runner) => number,
): Orders {
  const prefixes = runners.map(prefixOf);
  const add = (ordering: Ordering) => prefixed(ordering, prefixes);
  return {
    cheapest: add(plain.cheapest),
    fastest: add(plain.fastest),
    recommended: add(plain.recommended),
  };
}
