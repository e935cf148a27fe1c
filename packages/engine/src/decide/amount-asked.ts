/** The amount of a request as the engine sees it. A band of one point is an exact amount. */
import type { DecisionRequest } from '../decision.ts';
import { readWhole, type Whole } from './whole.ts';

export type AmountAsked =
  | { readonly kind: 'none' }
  | { readonly kind: 'exact'; readonly asset: string; readonly value: Whole }
  | { readonly kind: 'band'; readonly asset: string; readonly min: Whole; readonly max: Whole }
  | { readonly kind: 'unreadable' };

export function readAmountAsked(amount: DecisionRequest['amount']): AmountAsked {
  if (amount === undefined) return NONE;
  if ('band' in amount) return readBand(amount.asset, amount.band);
  const value = readWhole(amount.value);
  return value === undefined ? UNREADABLE : { kind: 'exact', asset: amount.asset, value };
}

const NONE: AmountAsked = { kind: 'none' };
const UNREADABLE: AmountAsked = { kind: 'unreadable' };

function readBand(asset: string, band: { readonly min: string; readonly max: string }): AmountAsked {
  const [min, max] = [readWhole(band.min), readWhole(band.max)];
  if (min === undefined || max === undefined || min > max) return UNREADABLE;
  return min === max ? { kind: 'exact', asset, value: min } : { kind: 'band', asset, min, max };
}
