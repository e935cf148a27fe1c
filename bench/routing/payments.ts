/** Payments as they arrive: three countries, a few banks in each, small and large amounts. */
import type { Random } from './random.ts';
import type { Payment, Size } from './world.ts';

/** With the share of all payments, in that order. */
export const COUNTRIES: readonly Share<string>[] = [
  { id: 'DE', share: 0.5 },
  { id: 'FR', share: 0.3 },
  { id: 'NL', share: 0.2 },
];

/** The first of a country has most of its payments. */
const INSTITUTIONS: readonly Share<InstitutionName>[] = [
  { id: 'first', share: 0.6 },
  { id: 'second', share: 0.4 },
];
type InstitutionName = 'first' | 'second';

interface Share<Id extends string> {
  readonly id: Id;
  readonly share: number;
}

const AMOUNT_MINOR_MIN = 500;
const AMOUNT_MINOR_MAX = 50_000;

/** How busy it is at a moment, as a multiple of anything: only the shape counts. */
export type Load = (atMs: number) => number;

export function createPayments(random: Random, size: Size, load: Load = () => 1): readonly Payment[] {
  return arrivalTimes(random, size, load).map((atMs, index) => {
    const country = draw(random, COUNTRIES);
    return {
      index,
      atMs,
      amountMinor: amount(random),
      country,
      institution: institutionOf(country, draw(random, INSTITUTIONS)),
    };
  });
}

export function institutionOf(country: string, name: InstitutionName): string {
  return `${country.toLowerCase()}-${name}`;
}

/** As many as asked, in order; the gaps are random, and shorter where it is busy. */
function arrivalTimes(random: Random, { payments, durationMs }: Size, load: Load): readonly number[] {
  const gaps = Array.from({ length: payments }, () => -Math.log(1 - random.next()));
  const totalGap = gaps.reduce((sum, gap) => sum + gap, 0);
  const busy = cumulativeLoad(durationMs, load);
  let passed = 0;
  return gaps.map((gap) => {
    passed += gap;
    return timeAt(busy, passed / totalGap, durationMs);
  });
}

const LOAD_STEPS = 1_000;

function cumulativeLoad(durationMs: number, load: Load): readonly number[] {
  const sums = [0];
  for (let step = 0; step < LOAD_STEPS; step += 1) {
    sums.push((sums[step] ?? 0) + load(((step + 0.5) / LOAD_STEPS) * durationMs));
  }
  return sums;
}

/** The moment by which a share of all the load has passed. */
function timeAt(sums: readonly number[], share: number, durationMs: number): number {
  const target = share * (sums.at(-1) ?? 1);
  let low = 0;
  let high = sums.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) <= target) low = middle;
    else high = middle;
  }
  const from = sums[low] ?? 0;
  const within = (target - from) / ((sums[high] ?? 1) - from);
  return Math.floor(((low + Math.min(1, within)) / LOAD_STEPS) * durationMs);
}

/** Small ones are as common as large ones on a scale of multiples. */
function amount(random: Random): number {
  return Math.round(AMOUNT_MINOR_MIN * (AMOUNT_MINOR_MAX / AMOUNT_MINOR_MIN) ** random.next());
}

function draw<Id extends string>(random: Random, shares: readonly Share<Id>[]): Id {
  let left = random.next();
  for (const { id, share } of shares) {
    left -= share;
    if (left < 0) return id;
  }
  throw new Error('The shares do not add up to 1');
}
