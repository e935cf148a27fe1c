/** A provider's fee as clients report it, in decimal major units, turned into minor units to be compared. */
import { minorUnitsOf } from '@switchyard/engine';

/** Undefined for a currency we do not know. Digits beyond the minor unit are dropped toward zero. */
export function feeMinor(fee: { readonly amount: string; readonly currency: string }): bigint | undefined {
  const digits = minorUnitsOf(fee.currency);
  if (digits === undefined) return undefined;
  const [whole = '0', fraction = ''] = fee.amount.split('.');
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}
