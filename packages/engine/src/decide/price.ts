/** What an operation costs over a connection, as a function of the amount, or why that is not known. */
import { BASIS_POINTS_PER_WHOLE } from '../basis-points.ts';
import type { Contract, Fee, Price, PriceConditions } from '../snapshot.ts';
import type { CapabilityId } from '../vocabulary.ts';
import { contractPieces, FEE_BPS_MAX } from './contract-tiers.ts';
import type { Exchange } from './exchange.ts';
import { clampAbove, clampBelow, type Pieces } from './piecewise.ts';
import { ONE, type Ratio } from './ratio.ts';
import { readWhole, wholeBetween } from './whole.ts';

/** `unlisted`: no price matches. `needs_amount`: it depends on an amount that was not stated. `no_rate`: or on one in another asset. */
export type PriceGap = 'unlisted' | 'needs_amount' | 'no_rate';

export type Pricing =
  | {
      readonly known: true;
      readonly asset: string;
      readonly pieces: Pieces;
      readonly contract: Contract | undefined;
    }
  | { readonly known: false; readonly gap: PriceGap };

/** What a price may depend on, but for the amount itself. */
export interface PriceCase {
  readonly operation: CapabilityId;
  readonly country: string;
  readonly scheme: string | undefined;
  /** Of the amount; absent when the request states none. */
  readonly asset: string | undefined;
}

export interface PriceBook {
  readonly prices: readonly Price[];
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly exchange: Exchange;
}

/** The first price whose conditions all hold is the price, also when it turns out that it cannot be computed. */
export function priceOf(book: PriceBook, situation: PriceCase): Pricing {
  const price = matchingPrice(book.prices, situation);
  if (price === undefined) return { known: false, gap: 'unlisted' };
  const contract = price.contract === undefined ? undefined : book.contracts.get(price.contract);
  return (
    (contract === undefined ? undefined : priceByContract(book, price, contract, situation)) ??
    priceByFee(book, price.fee, situation)
  );
}

export function matchingPrice(prices: readonly Price[], situation: PriceCase): Price | undefined {
  return prices.find(({ when }) => holds(when, situation));
}

function holds(when: PriceConditions, { operation, country, scheme, asset }: PriceCase): boolean {
  return (
    (when.operations?.includes(operation) ?? true) &&
    (when.countries?.includes(country) ?? true) &&
    (when.schemes === undefined || (scheme !== undefined && when.schemes.includes(scheme))) &&
    (when.assets === undefined || (asset !== undefined && when.assets.includes(asset)))
  );
}

/** The price's minimum and maximum hold for the contract too, when they are in its asset. */
function priceByContract(
  book: PriceBook,
  { fee }: Price,
  contract: Contract,
  situation: PriceCase,
): Pricing | undefined {
  const pieces = withAmountIn(book, contract.asset, situation, (toAsset) =>
    contractPieces(contract, toAsset),
  );
  if (pieces === undefined || 'gap' in pieces) return pieces;
  const held = fee.asset === contract.asset ? hold(pieces, fee) : pieces;
  return { known: true, asset: contract.asset, pieces: held, contract };
}

/** A fee that nobody can read is as good as none. */
function priceByFee(book: PriceBook, fee: Fee, situation: PriceCase): Pricing {
  const fixed = readWhole(fee.fixed);
  if (fixed === undefined) return { known: false, gap: 'unlisted' };
  const bps = BigInt(wholeBetween(fee.bps, 0, FEE_BPS_MAX));
  const pieces = withAmountIn(book, fee.asset, situation, ({ numerator, denominator }) => {
    const per = BASIS_POINTS_PER_WHOLE * denominator;
    return { pieces: [{ from: 0n, base: BigInt(fixed) * per, slope: bps * numerator }], per };
  });
  if (pieces === undefined) return { known: false, gap: 'unlisted' };
  return 'gap' in pieces
    ? pieces
    : { known: true, asset: fee.asset, pieces: hold(pieces, fee), contract: undefined };
}

/** Makes pieces from the rate that turns the amount into an asset. Without one, only what ignores the amount is known. */
function withAmountIn(
  { exchange }: PriceBook,
  asset: string,
  situation: PriceCase,
  make: (toAsset: Ratio) => Pieces | undefined,
): Pieces | { readonly known: false; readonly gap: PriceGap } | undefined {
  const rate = situation.asset === undefined ? undefined : exchange(situation.asset, asset);
  if (rate !== undefined) return make(rate);
  const pieces = make(ONE);
  if (pieces === undefined || ignoresAmount(pieces)) return pieces;
  return { known: false, gap: situation.asset === undefined ? 'needs_amount' : 'no_rate' };
}

function ignoresAmount({ pieces }: Pieces): boolean {
  return pieces.length === 1 && pieces[0]?.slope === 0n;
}

function hold(pieces: Pieces, { min, max }: Fee): Pieces {
  const [low, high] = [readBound(min), readBound(max)];
  const above = low === undefined ? pieces : clampBelow(pieces, low);
  return high === undefined ? above : clampAbove(above, high);
}

function readBound(bound: string | undefined): bigint | undefined {
  const value = bound === undefined ? undefined : readWhole(bound);
  return value === undefined ? undefined : BigInt(value);
}
