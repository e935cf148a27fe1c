import { type Amount, minorUnitsOf } from '@switchyard/engine';

export interface DecimalAmount {
  readonly currency: string;
  /** Major units with all digits of the minor one: `12.00`. */
  readonly amount: string;
}

/** Undefined for what is no currency. Exact: the digits are cut, never computed. */
export function decimalAmountOf({ asset, value }: Amount): DecimalAmount | undefined {
  const currency = asset.startsWith(CURRENCY_PREFIX) ? asset.slice(CURRENCY_PREFIX.length) : '';
  const digits = minorUnitsOf(currency);
  if (digits === undefined || value < 0n) return undefined;
  const text = value.toString().padStart(digits + 1, '0');
  const major = text.slice(0, text.length - digits);
  return { currency, amount: digits === 0 ? major : `${major}.${text.slice(-digits)}` };
}

const CURRENCY_PREFIX = 'iso4217:';
