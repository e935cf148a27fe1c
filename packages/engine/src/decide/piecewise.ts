/**
 * Costs as functions of the amount: straight lines one after the other. A fee with a minimum, a maximum or tiers becomes
 * a list of pieces once, when a situation is first met; from then on a cost is one multiplication and one addition, and
 * the places where anything can change (the knots) are known exactly.
 *
 * A piece holds from its first amount up to the next piece's. All pieces are over one denominator, `per`, so that nothing
 * is rounded before the end.
 */
import { divideUp, linear, oneLess, type Whole, wholeOf } from './whole.ts';

export interface Piece {
  readonly from: bigint;
  readonly base: bigint;
  readonly slope: bigint;
}

/** While it is put together. The first piece begins at 0; slopes are not negative, bases may be. */
export interface Pieces {
  readonly pieces: readonly Piece[];
  readonly per: bigint;
}

/** For evaluation: lists side by side, small numbers where they fit. */
export interface Piecewise {
  readonly from: readonly Whole[];
  readonly base: readonly Whole[];
  readonly slope: readonly Whole[];
  readonly per: Whole;
}

export function constantPieces(value: bigint): Pieces {
  return { pieces: [{ from: 0n, base: value, slope: 0n }], per: 1n };
}

/** Held at or above `min`. */
export function clampBelow({ pieces, per }: Pieces, min: bigint): Pieces {
  const floor = min * per;
  return mapPieces({ pieces, per }, (piece, end) => {
    const flat = { from: piece.from, base: floor, slope: 0n };
    if (valueAt(piece, piece.from) >= floor) return [piece];
    if (piece.slope === 0n) return [flat];
    const from = divideUpBig(floor - piece.base, piece.slope);
    return end !== undefined && from >= end ? [flat] : [flat, { ...piece, from }];
  });
}

/** Held at or below `max`. */
export function clampAbove({ pieces, per }: Pieces, max: bigint): Pieces {
  const ceiling = max * per;
  return mapPieces({ pieces, per }, (piece, end) => {
    const flat = { from: piece.from, base: ceiling, slope: 0n };
    if (valueAt(piece, piece.from) >= ceiling) return [flat];
    if (piece.slope === 0n) return [piece];
    const from = divideUpBig(ceiling - piece.base, piece.slope);
    return end !== undefined && from >= end ? [piece] : [piece, { ...flat, from }];
  });
}

export function toPiecewise({ pieces, per }: Pieces): Piecewise {
  return {
    from: pieces.map(({ from }) => wholeOf(from)),
    base: pieces.map(({ base }) => wholeOf(base)),
    slope: pieces.map(({ slope }) => wholeOf(slope)),
    per: wholeOf(per),
  };
}

/** The piece that holds at an amount. There are few, so looking from the end is quicker than halving. */
export function pieceAt(from: readonly Whole[], amount: Whole): number {
  let at = from.length - 1;
  while (at > 0 && (from[at] ?? 0) > amount) at -= 1;
  return at;
}

/** The value at an amount over `per`, unrounded. */
export function numeratorAt(line: Piecewise, amount: Whole): Whole {
  const at = pieceAt(line.from, amount);
  return linear(line.base[at] ?? 0, line.slope[at] ?? 0, amount);
}

/** The value at an amount, rounded up. */
export function valueUpAt(line: Piecewise, amount: Whole): Whole {
  return divideUp(numeratorAt(line, amount), line.per);
}

/** The least and the greatest rounded value between two amounts: a line has its extremes at the ends of its pieces. */
export function rangeUp(line: Piecewise, lo: Whole, hi: Whole): { readonly min: Whole; readonly max: Whole } {
  const ends = knotsBetween(line.from, lo, hi).flatMap((knot) => [oneLess(knot), knot]);
  let min = valueUpAt(line, lo);
  let max = min;
  for (const amount of [...ends, hi]) {
    const value = valueUpAt(line, amount);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

/** The knots after `lo` and up to `hi`, each the first amount of something new. */
export function knotsBetween(from: readonly Whole[], lo: Whole, hi: Whole): readonly Whole[] {
  return from.filter((knot) => knot > lo && knot <= hi);
}

function mapPieces(
  { pieces, per }: Pieces,
  change: (piece: Piece, end: bigint | undefined) => readonly Piece[],
): Pieces {
  return { pieces: pieces.flatMap((piece, at) => change(piece, pieces[at + 1]?.from)), per };
}

function valueAt(piece: Piece, amount: bigint): bigint {
  return piece.base + piece.slope * amount;
}

function divideUpBig(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
