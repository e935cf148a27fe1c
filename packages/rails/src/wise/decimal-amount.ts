/** Amounts between minor units and Wise's decimals. Digits are moved, never computed with. */
import { type Amount, minorUnitsOf } from '@switchyard/engine';

export interface DecimalAmount {
  readonly currency: string;
  /** With all digits of the minor unit: `12.00`. */
  readonly decimal: string;
}

/** Undefined for what is no currency, or less than nothing. */
export function decimalAmountOf({ asset, value }: Amount): DecimalAmount | undefined {
  const currency = currencyOf(asset);
  const digits = currency === undefined ? undefined : minorUnitsOf(currency);
  if (currency === undefined || digits === undefined || value < 0n) return undefined;
  const text = value.toString().padStart(digits + 1, '0');
  const major = text.slice(0, text.length - digits);
  return { currency, decimal: digits === 0 ? major : `${major}.${text.slice(-digits)}` };
}

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
