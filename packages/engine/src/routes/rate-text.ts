/**
 * Rates as people and providers write them: units of the received asset for one unit of the sent, in decimals. Inside, a rate
 * is a ratio of minor units. How many minor units a unit has is known of currencies; a token is counted in its minor units.
 */
import type { Ratio } from '../decide/ratio.ts';
import { minorUnitsOf } from '../iso-4217.ts';
import { mulDiv, type Rounding } from '../mul-div.ts';

export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** `undefined` for what is no positive decimal of a sensible length. */
export function parseRate(text: string, { from, to }: Pair): Ratio | undefined {
  if (text.length > RATE_LENGTH_MAX) return undefined;
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '0', fraction = ''] = match;
  const numerator = BigInt(whole + fraction) * unitOf(to);
  return numerator === 0n ? undefined : { numerator, denominator: tenTo(fraction.length) * unitOf(from) };
}

/** With so many decimals at most; zeros at the end are left out. */
export function writeRate(ratio: Ratio, { from, to }: Pair, places: number, rounding: Rounding): string {
  const scaled = mulDiv(
    ratio.numerator * unitOf(from),
    tenTo(places),
    ratio.denominator * unitOf(to),
    rounding,
  );
  const digits = scaled.toString().padStart(places + 1, '0');
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * The shortest rate by which `converted` becomes `gross`, rounded down. As many decimals as it takes for the last one to be
 * worth less than a minor unit of the result, and at least those that rates usually have.
 */
export function rateBetween(converted: bigint, gross: bigint, pair: Pair): string {
  const shift = digitsOf(pair.to) - digitsOf(pair.from);
  const places = Math.max(RATE_PLACES_MIN, converted.toString().length + shift);
  return writeRate({ numerator: gross, denominator: converted }, pair, places, 'up');
}

/** The mid-market rate, to be looked at: eight significant digits or more. */
export function writeMid(ratio: Ratio, pair: Pair): string {
  const unit = ratio.denominator * unitOf(pair.to);
  const zeros = (unit / (ratio.numerator * unitOf(pair.from) || 1n)).toString().length - 1;
  return writeRate(ratio, pair, zeros + RATE_PLACES_MIN, 'half-even');
}

/** What a wire rate can have and a stranger may not exceed. */
const RATE_LENGTH_MAX = 80;
const RATE_PLACES_MIN = 8;
const CURRENCY = 'iso4217:';

function digitsOf(asset: string): number {
  return asset.startsWith(CURRENCY) ? (minorUnitsOf(asset.slice(CURRENCY.length)) ?? 0) : 0;
}

function unitOf(asset: string): bigint {
  return tenTo(digitsOf(asset));
}

function tenTo(places: number): bigint {
  return 10n ** BigInt(places);
}
