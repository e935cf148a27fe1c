import { type AssetError, parseAsset } from './asset.ts';
import { invariant } from './invariant.ts';
import { err, ok, type Result } from './result.ts';

/**
 * Money inside: a whole number of minor units that never leaves its asset. On the wire the number is a decimal
 * string, because JSON's numbers cannot hold it. An Amount is never negative; a direction is a field, not a sign.
 */
export interface Amount {
  readonly value: bigint;
  readonly asset: string;
}

export interface AmountOnWire {
  readonly value: string;
  readonly asset: string;
}

/** 38 digits: what PostgreSQL's and most ledgers' widest decimals hold without thought. */
export const AMOUNT_DIGITS_MAX = 38;

/** Source of a regular expression. It comes before BigInt, which takes '' for 0 and '0x10' for 16. */
export const AMOUNT_VALUE_PATTERN = '^(0|[1-9][0-9]{0,37})$';

export type AmountError =
  | { readonly field: 'value'; readonly code: 'malformed_value' }
  | { readonly field: 'asset'; readonly code: AssetError };

/** Zero is an amount; whether an operation makes sense with nothing is for the operation to say. */
export function parseAmount(amount: AmountOnWire): Result<Amount, AmountError> {
  const value = parseAmountValue(amount.value);
  if (value === undefined) return err({ field: 'value', code: 'malformed_value' });
  const asset = parseAsset(amount.asset);
  if (!asset.ok) return err({ field: 'asset', code: asset.error });
  return ok({ value, asset: amount.asset });
}

/** The value alone, for bands and other places where the asset stands elsewhere. */
export function parseAmountValue(value: string): bigint | undefined {
  return VALUE.test(value) ? BigInt(value) : undefined;
}

export function formatAmount(amount: Amount): AmountOnWire {
  invariant(
    amount.value >= 0n && amount.value < VALUE_END,
    'an amount on the wire has 1 to 38 digits and no sign.',
  );
  return { value: amount.value.toString(), asset: amount.asset };
}

const VALUE = new RegExp(AMOUNT_VALUE_PATTERN);
const VALUE_END = 10n ** BigInt(AMOUNT_DIGITS_MAX);
