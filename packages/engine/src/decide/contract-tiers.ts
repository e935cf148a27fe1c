/**
 * What a contract charges for the payment at hand, as a function of its amount.
 *
 * Fees and volume are in the contract's asset. `used` is what the period has seen before this payment. Retroactive: the tier
 * reached with this payment holds for all of it, so a payment that reaches a better tier is cheaper at once. Marginal: the
 * part of the amount that lies in a tier is paid at that tier's basis points; the fixed part is charged once, at the tier
 * where the payment begins. By count a payment is one unit and has no parts.
 */
import { BASIS_POINTS_PER_WHOLE } from '../basis-points.ts';
import type { Contract } from '../snapshot.ts';
import type { Piece, Pieces } from './piecewise.ts';
import type { Ratio } from './ratio.ts';
import { readWhole, wholeBetween } from './whole.ts';

interface Tier {
  readonly from: bigint;
  readonly fixed: bigint;
  readonly bps: bigint;
}

/** A hundred times the amount; more is not a fee. */
export const FEE_BPS_MAX = 1_000_000;

/** `toAsset` turns the amount into the contract's asset. `undefined` when the contract has no tier that can be read. */
export function contractPieces(contract: Contract, toAsset: Ratio): Pieces | undefined {
  const tiers = readTiers(contract);
  const used = BigInt(readWhole(contract.used) ?? 0);
  if (tiers === undefined) return undefined;
  const per = BASIS_POINTS_PER_WHOLE * toAsset.denominator;
  if (contract.basis === 'count') {
    const reached = tierAt(tiers, contract.mode === 'retroactive' ? used + 1n : used);
    return { pieces: [line(reached, 0n, toAsset)], per };
  }
  const pieces =
    contract.mode === 'retroactive' ? retroactive(tiers, used, toAsset) : marginal(tiers, used, toAsset);
  return { pieces: lastOfEach(pieces), per };
}

function readTiers(contract: Contract): readonly Tier[] | undefined {
  const tiers: Tier[] = [];
  for (const { from, fixed, bps } of contract.tiers) {
    const [readFrom, readFixed] = [readWhole(from), readWhole(fixed)];
    if (readFrom === undefined || readFixed === undefined) return undefined;
    tiers.push({
      from: BigInt(readFrom),
      fixed: BigInt(readFixed),
      bps: BigInt(wholeBetween(bps, 0, FEE_BPS_MAX)),
    });
  }
  return tiers.length === 0
    ? undefined
    : tiers.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/** The last tier that begins at or below a usage; under the first one the first holds. */
function tierAt(tiers: readonly Tier[], usage: bigint): Tier {
  const [first = { from: 0n, fixed: 0n, bps: 0n }] = tiers;
  return tiers.findLast(({ from }) => from <= usage) ?? first;
}

function retroactive(tiers: readonly Tier[], used: bigint, toAsset: Ratio): readonly Piece[] {
  const ahead = tiers.filter(({ from }) => from > used);
  return [
    line(tierAt(tiers, used), 0n, toAsset),
    ...ahead.map((tier) => line(tier, amountReaching(tier.from - used, toAsset), toAsset)),
  ];
}

function marginal(tiers: readonly Tier[], used: bigint, toAsset: Ratio): readonly Piece[] {
  const begin = tierAt(tiers, used);
  const pieces = [line(begin, 0n, toAsset)];
  let bps = begin.bps;
  // What the line of the current tier would charge too much or too little for the parts below its start.
  let owed = 0n;
  for (const tier of tiers.filter(({ from }) => from > used)) {
    const start = tier.from - used;
    owed += (bps - tier.bps) * start;
    bps = tier.bps;
    const piece = line({ ...tier, fixed: begin.fixed }, amountReaching(start, toAsset), toAsset);
    pieces.push({ ...piece, base: piece.base + owed * toAsset.denominator });
  }
  return pieces;
}

function line({ fixed, bps }: Tier, from: bigint, { numerator, denominator }: Ratio): Piece {
  return { from, base: fixed * BASIS_POINTS_PER_WHOLE * denominator, slope: bps * numerator };
}

/** The first amount that is worth so much in the contract's asset. */
function amountReaching(volume: bigint, { numerator, denominator }: Ratio): bigint {
  return (volume * denominator + numerator - 1n) / numerator;
}

/** Of several tiers that begin at one amount the last holds. */
function lastOfEach(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.filter(({ from }, at) => pieces[at + 1]?.from !== from);
}
