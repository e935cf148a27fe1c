/**
 * Forgetting: how much of a value is left after some time, when half of it goes in every half-life.
 *
 * Whole numbers throughout, so that every machine forgets alike. What always holds: nothing elapsed changes nothing;
 * the answer is never negative, never grows with time and never shrinks with the value; two fades in a row differ from
 * one over the sum by their roundings only. Every rounding is down.
 */

/**
 * How finely a half-life is cut. Whoever fades again and again should move on by whole steps: a step takes about a
 * hundredth of a value, so the unit lost to rounding is nothing beside it; a fade over a moment is all rounding.
 */
export const FADE_STEPS_PER_HALF_LIFE = 64;

/** Four years, and longer is treated as that: it keeps every product below within a safe integer. */
export const HALF_LIFE_MS_MAX = 2 ** 37;

/** What is left of a safe integer. Time that ran backwards counts as none; a half-life under 1 ms as 1 ms. */
export function fadeMicro(valueMicro: number, elapsedMs: number, halfLifeMs: number): number {
  if (elapsedMs <= 0 || valueMicro <= 0) return valueMicro <= 0 ? 0 : valueMicro;
  const periodMs = halfLifeMs < 1 ? 1 : halfLifeMs > HALF_LIFE_MS_MAX ? HALF_LIFE_MS_MAX : halfLifeMs;
  const halvings = Math.floor(elapsedMs / periodMs);
  if (halvings >= HALVINGS_TO_NOTHING) return 0;
  const factor = factorWithin(elapsedMs % periodMs, periodMs);
  return Math.floor(scale(valueMicro, factor) / (POWERS_OF_TWO[halvings] ?? 1));
}

/** The end of the last whole step that has passed, in milliseconds since the start of the first. */
export function wholeStepsMs(elapsedMs: number, halfLifeMs: number): number {
  if (elapsedMs <= 0 || halfLifeMs < FADE_STEPS_PER_HALF_LIFE) return elapsedMs <= 0 ? 0 : elapsedMs;
  const stepMs = Math.floor(halfLifeMs / FADE_STEPS_PER_HALF_LIFE);
  return elapsedMs - (elapsedMs % stepMs);
}

/** A safe integer halved this often is 0. */
const HALVINGS_TO_NOTHING = 53;
const POWERS_OF_TWO = doublings(HALVINGS_TO_NOTHING);

const FACTOR_ONE = 2 ** 26;
const INTERPOLATION_PARTS = 2 ** 16;

/** 2^(-i/64) in parts of 2^26, for i from 0 to 64, each rounded to the nearest. */
const FACTORS: readonly number[] = [
  67_108_864, 66_385_968, 65_670_859, 64_963_454, 64_263_668, 63_571_421, 62_886_630, 62_209_216, 61_539_100,
  60_876_201, 60_220_444, 59_571_750, 58_930_044, 58_295_250, 57_667_294, 57_046_103, 56_431_603, 55_823_723,
  55_222_390, 54_627_535, 54_039_088, 53_456_980, 52_881_142, 52_311_507, 51_748_008, 51_190_579, 50_639_155,
  50_093_671, 49_554_062, 49_020_267, 48_492_221, 47_969_864, 47_453_133, 46_941_968, 46_436_310, 45_936_099,
  45_441_276, 44_951_783, 44_467_563, 43_988_559, 43_514_715, 43_045_975, 42_582_284, 42_123_588, 41_669_834,
  41_220_967, 40_776_935, 40_337_686, 39_903_169, 39_473_333, 39_048_127, 38_627_501, 38_211_406, 37_799_793,
  37_392_614, 36_989_821, 36_591_368, 36_197_206, 35_807_290, 35_421_574, 35_040_014, 34_662_563, 34_289_178,
  33_919_816, 33_554_432,
];

/** The factor for a part of a half-life, in parts of 2^26: the table, and a straight line between its entries. */
function factorWithin(elapsedMs: number, periodMs: number): number {
  const scaled = elapsedMs * FADE_STEPS_PER_HALF_LIFE;
  const step = Math.floor(scaled / periodMs);
  const parts = Math.floor(((scaled % periodMs) * INTERPOLATION_PARTS) / periodMs);
  const from = FACTORS[step] ?? FACTOR_ONE;
  const to = FACTORS[step + 1] ?? from;
  return from - Math.floor(((from - to) * parts) / INTERPOLATION_PARTS);
}

function doublings(length: number): readonly number[] {
  const powers = [1];
  while (powers.length < length) powers.push((powers.at(-1) ?? 1) * 2);
  return powers;
}

/** floor(value × factor / 2^26), exactly: cut into halves of 27 bits, neither product leaves the safe integers. */
function scale(value: number, factor: number): number {
  const high = Math.floor(value / LOW_HALF);
  const low = value % LOW_HALF;
  return high * factor * 2 + Math.floor((low * factor) / FACTOR_ONE);
}

const LOW_HALF = 2 ** 27;
