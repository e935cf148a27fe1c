import type { Amount } from '@switchyard/engine';

/** Every currency Plaid moves has two minor digits. */
const MINOR_DIGITS = 2;

/** `1234n` of a two-digit currency is `12.34`. */
export function decimalAmount(amount: Amount): string {
  const digits = amount.value.toString().padStart(MINOR_DIGITS + 1, '0');
  return `${digits.slice(0, -MINOR_DIGITS)}.${digits.slice(-MINOR_DIGITS)}`;
}

/** The reverse, for what Plaid writes; undefined for what is no amount of such a currency. */
export function minorUnits(decimal: string): bigint | undefined {
  const match = /^([0-9]+)(?:\.([0-9]{1,2}))?$/.exec(decimal);
  if (match === null) return undefined;
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(MINOR_DIGITS, '0')}`);
}

/** `GBP` of `iso4217:GBP`. */
export function currencyOf(asset: string): string | undefined {
  return /^iso4217:([A-Z]{3})$/.exec(asset)?.[1];
}
