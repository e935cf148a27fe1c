/**
 * What decisions of ours that nobody reported say of their rails. A rail that hangs is not reported as failed; its
 * operations just stay silent, so silence beyond the rail's own p99 counts as failure, more and more.
 *
 * But in decide mode silence has other reasons: a client may not follow a decision, or not report at all. So it counts only
 * where the client is known to report, only beyond the silence that is usual, and only for a while. It is worked out anew for
 * each snapshot and never stored: an operation that does end is not counted twice.
 */
import {
  type CapabilityId,
  countingParty,
  type DecisionRequest,
  EVIDENCE_OUTCOMES_MAX,
  latePendingMicro,
  OUTCOME_MICRO,
  type ReliabilityCell,
  summariseLatency,
  withLateMicro,
} from '@switchyard/engine';
import type { Routing, StoredSketch } from './routing.ts';

/** The latest decisions from before some age that chose one rail for one operation. */
export interface DecidedSample {
  readonly ageMs: number;
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly decided: number;
  readonly reported: number;
  readonly silent: readonly { readonly createdMs: number; readonly request: DecisionRequest }[];
}

const USUAL_AFTER_MS_MIN = 10 * 60 * 1000;
const USUAL_AFTER_P99S = 16;
const USUAL_DECISIONS_MIN = 20;
const REPORTED_MIN = 10;

/** The ages at which decisions have to be looked at, for `silenceMicro` to find its samples. */
export function agesToSample(latency: readonly StoredSketch[]): readonly number[] {
  return [...new Set(latency.flatMap((sketch) => Object.values(agesOf(sketch) ?? {})))];
}

/** The routing as a snapshot should show it while these decisions are silent. */
export function withSilence(routing: Routing, samples: readonly DecidedSample[], nowMs: number): Routing {
  const late = new Map<string, number>();
  for (const sketch of routing.latency) addLate(late, sketch, samples, nowMs);
  if (late.size === 0) return routing;
  const { halfLifeMs } = routing.policy.reliability;
  const reliability = routing.reliability.map((cell) =>
    withLateMicro(cell, late.get(cellName(cell)) ?? 0, nowMs, halfLifeMs),
  );
  return { ...routing, reliability };
}

function addLate(
  late: Map<string, number>,
  { rail, operation, sketch }: StoredSketch,
  samples: readonly DecidedSample[],
  nowMs: number,
): void {
  const p99Ms = summariseLatency(sketch)?.p99Ms;
  const ages = agesOf({ rail, operation, sketch });
  if (p99Ms === undefined || ages === undefined) return;
  const sampleAt = (ageMs: number) =>
    samples.find((each) => each.ageMs === ageMs && each.rail === rail && each.operation === operation);
  const recent = sampleAt(ages.lateMs);
  const usualPpm = usualSilencePpm(sampleAt(ages.usualMs), recent);
  if (recent === undefined || usualPpm === undefined) return;
  const weighed = recent.silent
    .map(({ createdMs, request }) => ({ request, ageMs: nowMs - createdMs }))
    .filter(({ ageMs }) => ageMs < ages.usualMs)
    .map(({ request, ageMs }) => ({ request, micro: latePendingMicro([ageMs], p99Ms) }));
  const totalMicro = weighed.reduce((sum, { micro }) => sum + micro, 0);
  const beyondUsual = Math.max(0, totalMicro - recent.decided * usualPpm);
  if (beyondUsual === 0) return;
  // A cell remembers so many outcomes at most, and silence must not outweigh all of them for being frequent.
  const shareOfAll = (beyondUsual / totalMicro) * Math.min(1, EVIDENCE_OUTCOMES_MAX / recent.decided);
  for (const { request, micro } of weighed) {
    const { country, institution } = countingParty(request);
    for (const place of [{}, { country }, ...(institution === undefined ? [] : [{ country, institution }])]) {
      const name = cellName({ rail, operation, ...place });
      late.set(name, (late.get(name) ?? 0) + Math.floor(micro * shareOfAll));
    }
  }
}

/**
 * How much silence is usual, in millionths of decisions: what was still silent long after. Undefined when the client is not
 * one that reports, or has not shown yet that it is.
 */
function usualSilencePpm(
  usual: DecidedSample | undefined,
  recent: DecidedSample | undefined,
): number | undefined {
  if (usual !== undefined && usual.decided >= USUAL_DECISIONS_MIN) {
    return reportsMostly(usual)
      ? Math.floor(((usual.decided - usual.reported) * OUTCOME_MICRO) / usual.decided)
      : undefined;
  }
  return recent !== undefined && recent.reported >= REPORTED_MIN && reportsMostly(recent) ? 0 : undefined;
}

function reportsMostly({ decided, reported }: DecidedSample): boolean {
  return reported * 2 >= decided;
}

/** Rounded up to powers of two, so that rails share their samples. */
function agesOf({ sketch }: StoredSketch): { readonly lateMs: number; readonly usualMs: number } | undefined {
  const p99Ms = summariseLatency(sketch)?.p99Ms;
  if (p99Ms === undefined) return undefined;
  const lateMs = 2 ** Math.ceil(Math.log2(Math.max(1_024, p99Ms)));
  return { lateMs, usualMs: Math.max(USUAL_AFTER_MS_MIN, USUAL_AFTER_P99S * lateMs) };
}

function cellName(cell: Pick<ReliabilityCell, 'rail' | 'operation' | 'country' | 'institution'>): string {
  return [cell.rail, cell.operation, cell.country ?? '', cell.institution ?? ''].join('|');
}
