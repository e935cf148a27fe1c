/**
 * Costs in one measure, so that they can be compared: millionths of a minor unit of the policy's valuation asset. Costs are
 * compared as they are before rounding; two that only look equal on the invoice are told apart.
 */

import type { Piece, Pieces } from './piecewise.ts';
import type { PolicyNumbers } from './policy-numbers.ts';
import { greatestCommonDivisor, leastCommonMultiple, type Ratio } from './ratio.ts';

export const MICRO = 1_000_000n;
const HOUR_MS = 3_600_000n;
const PPM = 1_000_000;

export function valuePieces(cost: Pieces, rate: Ratio): Pieces {
  return reducePieces(scalePieces(cost, { ...rate, numerator: rate.numerator * MICRO }));
}

export function scalePieces({ pieces, per }: Pieces, { numerator, denominator }: Ratio): Pieces {
  return {
    pieces: pieces.map(({ from, base, slope }) => ({
      from,
      base: base * numerator,
      slope: slope * numerator,
    })),
    per: per * denominator,
  };
}

/** The same values over the smallest denominator there is; mostly that is 1, and then nothing large is left. */
export function reducePieces({ pieces, per }: Pieces): Pieces {
  const divisor = pieces.reduce(
    (common, { base, slope }) => greatestCommonDivisor(greatestCommonDivisor(common, base), slope),
    per,
  );
  return { pieces: pieces.map((piece) => divide(piece, divisor)), per: per / divisor };
}

/** The same values over a given denominator, a multiple of their own. */
export function expandPieces({ pieces, per }: Pieces, to: bigint): readonly Piece[] {
  const factor = to / per;
  return pieces.map(({ from, base, slope }) => ({ from, base: base * factor, slope: slope * factor }));
}

export function commonDenominator(all: readonly Pieces[]): bigint {
  return all.reduce((common, { per }) => leastCommonMultiple(common, per), 1n);
}

/** What the risk of failing and the time of waiting are worth, in millionths of a minor unit. */
export function riskAndTime(
  { failureCost, hourCost }: PolicyNumbers,
  successPpm: number,
  p50Ms: number,
): bigint {
  const risk = BigInt(PPM - successPpm) * failureCost;
  const waiting = (BigInt(p50Ms) * hourCost * MICRO + HOUR_MS - 1n) / HOUR_MS;
  return risk + waiting;
}

function divide({ from, base, slope }: Piece, divisor: bigint): Piece {
  return { from, base: base / divisor, slope: slope / divisor };
}
