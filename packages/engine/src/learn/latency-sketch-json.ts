/**
 * A latency sketch as a flat list of whole numbers, for a column or a file: `[asOfMs, samples, bucket, micro, …]`, where each
 * bucket is written as its distance from the one before. Reading refuses anything that writing could not have made.
 */
import { err, ok, type Result } from '../result.ts';
import type { LatencySketch } from './latency-sketch.ts';

export function encodeLatencySketch(sketch: LatencySketch): readonly number[] {
  const numbers = [sketch.asOfMs, sketch.samples];
  let previous = 0;
  for (const [bucket, micro] of sketch.counts) {
    numbers.push(bucket - previous, micro);
    previous = bucket;
  }
  return numbers;
}

export function decodeLatencySketch(numbers: readonly unknown[]): Result<LatencySketch, string> {
  const whole = numbers.filter((value): value is number => Number.isSafeInteger(value));
  if (whole.length !== numbers.length) return err('A latency sketch is a list of whole numbers.');
  const [asOfMs, samples, ...rest] = whole;
  if (asOfMs === undefined || samples === undefined || samples < 0 || rest.length % 2 !== 0) {
    return err('A latency sketch begins with its time and its samples, and pairs follow.');
  }
  const counts: [number, number][] = [];
  let bucket = 0;
  for (let at = 0; at < rest.length; at += 2) {
    const distance = rest[at] ?? 0;
    const micro = rest[at + 1] ?? 0;
    bucket += distance;
    if (distance < (at === 0 ? 0 : 1) || bucket > BUCKET_MAX || micro <= 0) {
      return err('The buckets of a latency sketch ascend, and none is empty.');
    }
    counts.push([bucket, micro]);
  }
  return ok({ asOfMs, samples, counts });
}

/** The bucket of the longest latency there can be. */
const BUCKET_MAX = 895;
