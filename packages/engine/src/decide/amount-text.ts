/**
 * Amounts as explanations and answers show them. Costs are small and come again and again, so the small ones of an asset
 * are written once and handed out from then on; they are frozen, because everybody gets the same one.
 */
import type { AmountOnWire } from '../amount.ts';
import { minorUnitsOf } from '../iso-4217.ts';
import type { Whole } from './whole.ts';

export interface ShownAmount {
  readonly cost: AmountOnWire;
  readonly text: string;
}

export type AmountWriter = (value: Whole) => ShownAmount;

/** 99.99 of a currency with cents. Fees are mostly below; a book that is full takes about a megabyte. */
const REMEMBERED_MAX = 10_000;

export function createAmountWriter(asset: string): AmountWriter {
  const write = (value: Whole): ShownAmount => ({
    cost: Object.freeze({ value: value.toString(), asset }),
    text: amountText(value, asset),
  });
  const remembered: (ShownAmount | undefined)[] = [];
  return (value) => {
    if (typeof value === 'bigint' || value >= REMEMBERED_MAX) return write(value);
    let shown = remembered[value];
    if (shown === undefined) {
      // Filled from the start, because a list with holes is slow to read.
      while (remembered.length <= value) remembered.push(undefined);
      shown = write(value);
      remembered[value] = shown;
    }
    return shown;
  };
}

/** `EUR 12.50`, or for what is no currency its minor units: how many digits a token shows is not known here. */
export function amountText(value: Whole, asset: string): string {
  const code = asset.startsWith(CURRENCY) ? asset.slice(CURRENCY.length) : '';
  const digits = minorUnitsOf(code);
  if (digits === undefined) return `${value} minor units of ${asset}`;
  if (digits === 0) return `${code} ${value}`;
  const padded = value.toString().padStart(digits + 1, '0');
  return `${code} ${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

const CURRENCY = 'iso4217:';

/** `from EUR 1.00 to EUR 5.00`, or one of the two ends. */
export function boundsText(min: Whole | undefined, max: Whole | undefined, asset: string): string {
  const from = min === undefined ? [] : [`from ${amountText(min, asset)}`];
  const to = max === undefined ? [] : [`up to ${amountText(max, asset)}`];
  return [...from, ...to].join(' ');
}

/** Millionths as a percentage with two decimals, rounded down: 965432 is `96.54 %`. */
export function percentText(ppm: number): string {
  const hundredths = Math.floor(ppm / 100);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')} %`;
}
