/** Amounts as Wise writes them. Digits are moved, never computed with. How ours are written is `money/decimal-amount.ts`. */
import { type Amount, minorUnitsOf } from '@switchyard/engine';

/** Undefined when it is no amount of that currency: below zero, finer than its minor unit, or no number. */
export function amountOf(decimal: string, currency: string): Amount | undefined {
  const digits = minorUnitsOf(currency);
  const match = DECIMAL.exec(decimal);
  if (digits === undefined || match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent) - fraction.length + digits;
  if (Math.abs(shift) > SHIFT_MAX) return undefined;
  const value = BigInt(`${whole}${fraction}`);
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && value % scale !== 0n) return undefined;
  return { asset: assetOf(currency), value: shift < 0 ? value / scale : value * scale };
}

/** `GBP` of `iso4217:GBP`. */
export function currencyOf(asset: string): string | undefined {
  return /^iso4217:([A-Z]{3})$/.exec(asset)?.[1];
}

export function assetOf(currency: string): string {
  return `iso4217:${currency}`;
}

/** As JSON lets a number be written: `100`, `100.0`, `1E+2`. */
const DECIMAL = /^([0-9]{1,30})(?:\.([0-9]{1,30}))?(?:[eE]([+-]?[0-9]{1,3}))?$/;
const SHIFT_MAX = 60;
