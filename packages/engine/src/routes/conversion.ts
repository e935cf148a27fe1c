/**
 * What a conversion makes of an amount. Always: (send − fees in the sent asset) × rate, rounded down, = receive + fees in the
 * received asset. The fixed side is exactly what was asked; the other is rounded against the payer, and what rounding leaves
 * over is a fee with that name.
 */
import { AMOUNT_DIGITS_MAX, type AmountOnWire, parseAmountValue } from '../amount.ts';
import { BASIS_POINTS_PER_WHOLE } from '../basis-points.ts';
import { type Ratio, reduce } from '../decide/ratio.ts';
import { clampTimeMs, formatTime } from '../iso-time.ts';
import { mulDiv } from '../mul-div.ts';
import { type Pair, parseRate, rateBetween, writeMid } from './rate-text.ts';
import type { FetchedFxQuote } from './route-request.ts';
import type { FixedSide, RouteFee, RouteFx } from './route-terms.ts';

export interface Conversion {
  readonly send: bigint;
  readonly receive: bigint;
  readonly fees: readonly RouteFee[];
  readonly fx: RouteFx;
  readonly lockedUntilMs: number | undefined;
  /** The provider's quote that it rests on; without one the rate is indicative. */
  readonly quote: { readonly key: string; readonly ref: string } | undefined;
}

export interface ConversionAsked extends Pair {
  readonly fixed: FixedSide;
  readonly value: bigint;
  readonly rail: string;
  /** Minor units of `to` for one of `from`, when the snapshot knows it. */
  readonly mid: Ratio | undefined;
}

/** `undefined` when the quote is not an answer to what was asked. */
export function convertByQuote(asked: ConversionAsked, quote: FetchedFxQuote): Conversion | undefined {
  const { from, to, fixed, value, rail } = asked;
  const [send, receive] = [valueIn(quote.send, from), valueIn(quote.receive, to)];
  if (send === undefined || receive === undefined || receive === 0n) return undefined;
  if ((fixed === 'send' ? send : receive) !== value) return undefined;
  const feeSent = valueIn(quote.fee, from) ?? 0n;
  const feeReceived = quote.fee.asset === from ? 0n : valueIn(quote.fee, to);
  if (feeReceived === undefined || feeSent >= send) return undefined;
  const converted = send - feeSent;
  const { text, gross } = honestRate(quote.rate, converted, receive + feeReceived, asked);
  const locked = quote.lockedUntilMs === undefined ? undefined : clampTimeMs(quote.lockedUntilMs);
  return {
    send,
    receive,
    fees: [
      ...feeItem('fx', rail, { value: quote.fee.value, asset: quote.fee.asset }),
      ...feeItem('rounding', rail, { value: (gross - receive - feeReceived).toString(), asset: to }),
    ],
    fx: {
      rate: text,
      ...midOf(quote, text, asked),
      ...(locked === undefined ? {} : { lockedUntil: formatTime(locked) }),
    },
    lockedUntilMs: locked,
    quote: { key: quote.key, ref: quote.ref },
  };
}

/** At the mid-market rate less a spread. Nobody holds it. `undefined` when nothing would be left, or too much. */
export function convertByMid(asked: ConversionAsked, mid: Ratio, spreadBps: bigint): Conversion | undefined {
  const { fixed, value, rail, to } = asked;
  const kept = BASIS_POINTS_PER_WHOLE - spreadBps;
  if (kept <= 0n) return undefined;
  const rate = reduce({
    numerator: mid.numerator * kept,
    denominator: mid.denominator * BASIS_POINTS_PER_WHOLE,
  });
  const send = fixed === 'send' ? value : mulDiv(value, rate.denominator, rate.numerator, 'up');
  const gross = mulDiv(send, rate.numerator, rate.denominator, 'down');
  const receive = fixed === 'send' ? gross : value;
  if (receive === 0n || send >= VALUE_END || gross >= VALUE_END) return undefined;
  const shown = honestRate(writeMid(rate, asked), send, receive, asked);
  return {
    send,
    receive,
    fees: feeItem('rounding', rail, { value: (shown.gross - receive).toString(), asset: to }),
    fx: { rate: shown.text, mid: writeMid(mid, asked), source: 'snapshot' },
    lockedUntilMs: undefined,
    quote: undefined,
  };
}

const VALUE_END = 10n ** BigInt(AMOUNT_DIGITS_MAX);

function valueIn({ value, asset }: AmountOnWire, expected: string): bigint | undefined {
  return asset === expected ? parseAmountValue(value) : undefined;
}

/**
 * The rate that the provider states, if by it the sums come out with nothing left over but rounding: less than what a minor
 * unit of the sent asset is worth. Otherwise the rate that is really obtained, which is what the user should see.
 */
function honestRate(
  stated: string,
  converted: bigint,
  gross: bigint,
  pair: Pair,
): { readonly text: string; readonly gross: bigint } {
  const rate = parseRate(stated, pair);
  if (rate !== undefined) {
    const reached = mulDiv(converted, rate.numerator, rate.denominator, 'down');
    const left = reached - gross;
    const unitWorth = mulDiv(1n, rate.numerator, rate.denominator, 'up');
    if (left >= 0n && left <= unitWorth && reached < VALUE_END) return { text: stated, gross: reached };
  }
  return { text: rateBetween(converted, gross, pair), gross };
}

function feeItem(name: string, rail: string, amount: AmountOnWire): readonly RouteFee[] {
  return amount.value === '0' ? [] : [{ name, rail, amount }];
}

function midOf(quote: FetchedFxQuote, rate: string, asked: ConversionAsked): Pick<RouteFx, 'mid' | 'source'> {
  if (quote.mid !== undefined && parseRate(quote.mid, asked) !== undefined)
    return { mid: quote.mid, source: 'provider' };
  if (asked.mid !== undefined) return { mid: writeMid(asked.mid, asked), source: 'snapshot' };
  return { mid: rate, source: 'rate' };
}
