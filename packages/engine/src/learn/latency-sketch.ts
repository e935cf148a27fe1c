/**
 * How long a rail takes, as quantiles, from what was measured lately.
 *
 * Latencies are counted in buckets that grow with them: every doubling is cut into 32, so a bucket is at most a thirty-second
 * of its lower end wide, and its middle is off by at most a sixty-fourth (1.6 %) from anything inside. Below 64 ms it is exact.
 * Counts are millionths of an outcome and fade like the evidence of reliability, so old latencies are forgotten. No count is
 * negative, buckets stand in ascending order and none of them is empty.
 */
import { mulDiv } from '../mul-div.ts';
import type { LatencyCell } from '../snapshot.ts';
import { PPM } from './estimate.ts';
import { fadeMicro, wholeStepsMs } from './fade.ts';
import { OUTCOME_MICRO } from './observe-outcome.ts';

/** What a 32-bit bucket number can hold; the API allows 30 days, which is well within. */
export const LATENCY_MS_MAX = 2 ** 32 - 1;

export interface LatencySketch {
  readonly asOfMs: number;
  /** How many latencies ever went in. */
  readonly samples: number;
  /** [bucket, millionths of an outcome] */
  readonly counts: readonly (readonly [bucket: number, micro: number])[];
}

export const EMPTY_LATENCY_SKETCH: LatencySketch = { asOfMs: 0, samples: 0, counts: [] };

export function addLatency(
  sketch: LatencySketch,
  latencyMs: number,
  atMs: number,
  halfLifeMs: number,
): LatencySketch {
  const current = sketch.samples === 0 ? { ...sketch, asOfMs: atMs } : fadeTo(sketch, atMs, halfLifeMs);
  const weightMicro = fadeMicro(OUTCOME_MICRO, current.asOfMs - atMs, halfLifeMs);
  const added = weightMicro === 0 ? [] : ([[bucketOf(latencyMs), weightMicro]] as const);
  return { ...current, samples: current.samples + 1, counts: addCounts(current.counts, added) };
}

/** The latency that so many millionths of all outcomes did not exceed; nothing without any outcome. */
export function quantileMs(sketch: LatencySketch, ppm: number): number | undefined {
  let totalMicro = 0;
  for (const [, micro] of sketch.counts) totalMicro += micro;
  const rankMicro = Number(mulDiv(BigInt(totalMicro), BigInt(ppm), BigInt(PPM), 'up'));
  let seenMicro = 0;
  for (const [bucket, micro] of sketch.counts) {
    seenMicro += micro;
    if (seenMicro >= rankMicro) return middleOf(bucket);
  }
  return undefined;
}

/** What a snapshot says of it. */
export function summariseLatency(
  sketch: LatencySketch,
): Pick<LatencyCell, 'p50Ms' | 'p95Ms' | 'p99Ms' | 'samples'> | undefined {
  const p50Ms = quantileMs(sketch, 500_000);
  const p95Ms = quantileMs(sketch, 950_000);
  const p99Ms = quantileMs(sketch, 990_000);
  if (p50Ms === undefined || p95Ms === undefined || p99Ms === undefined) return undefined;
  return { p50Ms, p95Ms, p99Ms, samples: sketch.samples };
}

const SUB_BUCKET_BITS = 5;
const SUB_BUCKETS = 1 << SUB_BUCKET_BITS;

/** Below 32 ms the latency itself; above, 32 numbers for each doubling. A latency out of range is moved into it. */
function bucketOf(latencyMs: number): number {
  const value = Math.min(Math.max(0, latencyMs), LATENCY_MS_MAX);
  if (value < SUB_BUCKETS) return value;
  const shift = 31 - Math.clz32(value) - SUB_BUCKET_BITS;
  return (shift + 1) * SUB_BUCKETS + ((value >>> shift) - SUB_BUCKETS);
}

/** The middle of a bucket, rounded down, which keeps a bucket that is 1 or 2 ms wide at its lower end. */
function middleOf(bucket: number): number {
  if (bucket < SUB_BUCKETS) return bucket;
  const widthMs = 1 << (Math.floor(bucket / SUB_BUCKETS) - 1);
  const lowerMs = ((bucket % SUB_BUCKETS) + SUB_BUCKETS) * widthMs;
  return lowerMs + Math.floor((widthMs - 1) / 2);
}

function fadeTo(sketch: LatencySketch, atMs: number, halfLifeMs: number): LatencySketch {
  const elapsedMs = wholeStepsMs(atMs - sketch.asOfMs, halfLifeMs);
  if (elapsedMs === 0) return sketch;
  return {
    ...sketch,
    asOfMs: sketch.asOfMs + elapsedMs,
    counts: fadeCounts(sketch.counts, elapsedMs, halfLifeMs),
  };
}

function fadeCounts(
  counts: LatencySketch['counts'],
  elapsedMs: number,
  halfLifeMs: number,
): LatencySketch['counts'] {
  const faded: [number, number][] = [];
  for (const [bucket, micro] of counts) {
    const left = fadeMicro(micro, elapsedMs, halfLifeMs);
    if (left > 0) faded.push([bucket, left]);
  }
  return faded;
}

function addCounts(a: LatencySketch['counts'], b: LatencySketch['counts']): LatencySketch['counts'] {
  const sums = new Map<number, number>(a);
  for (const [bucket, micro] of b) sums.set(bucket, (sums.get(bucket) ?? 0) + micro);
  return [...sums].toSorted(([bucketA], [bucketB]) => bucketA - bucketB);
}
