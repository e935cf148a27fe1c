import { mulDiv, type Rounding } from './mul-div.ts';

/** A basis point is a hundredth of a percent. */
export const BASIS_POINTS_PER_WHOLE = 10_000n;

/** The share of a value, as a fee or a spread takes it: 25 basis points of 10000 are 25. */
export function basisPointsOf(value: bigint, basisPoints: bigint, rounding: Rounding): bigint {
  return mulDiv(value, basisPoints, BASIS_POINTS_PER_WHOLE, rounding);
}

/** How many basis points a part is of a whole, as a comparison of two prices needs it. The whole is positive. */
export function toBasisPoints(part: bigint, whole: bigint, rounding: Rounding): bigint {
  return mulDiv(part, BASIS_POINTS_PER_WHOLE, whole, rounding);
}
