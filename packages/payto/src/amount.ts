/**
 * The `amount` option.
 *
 * RFC 8905: `CURRENCY:unit[.fraction]`, where commas are decoration and are dropped. The `eth` type has its own
 * rule: the native coin needs no currency, a token is named by its contract, and letters are never right.
 * Amounts stay strings of digits from end to end; nothing here is ever a floating-point number.
 */

import { currencyDigits } from './currency-digits.ts';
import { accept, type Reading, type Refusal, refuse } from './errors.ts';
import { readEvmAddress } from './evm-address.ts';
import { splitAtFirst } from './grammar.ts';
import { AMOUNT_FRACTION_DIGITS_MAX, AMOUNT_UNIT_LIMIT } from './limits.ts';

export type PaytoAmount = CurrencyAmount | NativeAmount | TokenAmount;

export interface CurrencyAmount {
  readonly kind: 'currency';
  /** Upper-case letters; usually ISO 4217, but the RFC lets regional currencies have longer names. */
  readonly currency: string;
  /** The plain decimal, without commas, leading or trailing zeros. */
  readonly decimal: string;
  /** The same in minor units; absent when the currency is not ISO 4217 or has fewer places than were given. */
  readonly minor?: string;
}

/** The chain's own coin. */
export interface NativeAmount {
  readonly kind: 'native';
  readonly decimal: string;
}

export interface TokenAmount {
  readonly kind: 'token';
  /** The token's contract, in checksum form. Its decimals are the contract's business. */
  readonly token: string;
  readonly decimal: string;
}

export function readAmount(scheme: string, text: string): Reading<PaytoAmount> {
  return scheme === 'eth' ? readEthAmount(text) : readCurrencyAmount(text);
}

function readCurrencyAmount(text: string): Reading<CurrencyAmount> {
  const [currencyText, value] = splitAtFirst(text, ':');
  if (!text.includes(':')) return broken('a currency must stand before the value, as in EUR:10.50');
  if (!CURRENCY.test(currencyText)) return broken('the currency must be letters, as in EUR:10.50');
  const number = readDecimal(value);
  if (!number.ok) return number;
  const { unit, fraction, decimal } = number.value;
  const currency = currencyText.toUpperCase();
  const minor = toMinor(unit, fraction, currencyDigits(currency));
  return accept({ kind: 'currency', currency, decimal, ...(minor === undefined ? {} : { minor }) });
}

function readEthAmount(text: string): Reading<NativeAmount | TokenAmount> {
  const [before, after] = splitAtFirst(text, ':');
  if (!text.includes(':')) {
    const number = readDecimal(before);
    return number.ok ? accept({ kind: 'native', decimal: number.value.decimal }) : number;
  }
  const token = readEvmAddress(before);
  if (!token.ok) return broken('an eth amount names no currency, or the contract of a token');
  const number = readDecimal(after);
  if (!number.ok) return number;
  return accept({ kind: 'token', token: token.address, decimal: number.value.decimal });
}

interface Decimal {
  readonly unit: string;
  readonly fraction: string;
  readonly decimal: string;
}

const CURRENCY = /^[A-Za-z]+$/;
const DECIMAL = /^([0-9,]+)(?:\.([0-9,]+))?$/;

function readDecimal(text: string): Reading<Decimal> {
  const match = DECIMAL.exec(text);
  const unitDigits = match?.[1]?.replaceAll(',', '') ?? '';
  const fractionDigits = match?.[2]?.replaceAll(',', '');
  if (unitDigits === '' || fractionDigits === '') {
    return broken('the value must be digits with at most one point');
  }
  if ((fractionDigits ?? '').length > AMOUNT_FRACTION_DIGITS_MAX) {
    return broken(`the value may have at most ${AMOUNT_FRACTION_DIGITS_MAX} digits behind the point`);
  }
  if (BigInt(unitDigits) >= AMOUNT_UNIT_LIMIT) return broken('the value must be under 2^53');
  const unit = BigInt(unitDigits).toString();
  const fraction = (fractionDigits ?? '').replace(/0+$/, '');
  return accept({ unit, fraction, decimal: fraction === '' ? unit : `${unit}.${fraction}` });
}

function toMinor(unit: string, fraction: string, digits: number | undefined): string | undefined {
  if (digits === undefined || fraction.length > digits) return undefined;
  return BigInt(unit + fraction.padEnd(digits, '0')).toString();
}

function broken(rule: string): Refusal {
  return refuse('payto.amount', { rule });
}
