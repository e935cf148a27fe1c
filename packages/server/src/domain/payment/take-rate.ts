/**
 * What a new rate makes of a leg whose old one has lapsed. The payee gets exactly what was quoted, and no more may leave the
 * balance than stands there for it; so a leg is never carried out below its terms. A rate that would take more, that nobody
 * holds, or that is refused ends the leg, and the money goes back. Pure.
 */
import type { Amount } from '@switchyard/engine';
import type { Done, Failed, FxQuote, FxRequest, Refused } from '@switchyard/rail-kit';
import type { LegPatch } from './move.ts';
import type { PaymentLeg } from './payment.ts';
import { endsTooSoon } from './rate-lapsed.ts';
import { end, outage } from './take-answer.ts';

/** The rate is asked for by what the payee gets, whichever side the quote had fixed. */
export function rateWish({ send, receive }: PaymentLeg, key: string): FxRequest {
  return { key, fixed: 'receive', receive: amountOf(receive), sendAsset: send.asset };
}

/** `newKey` is for a leg that a provider may have heard of under the old rate, though nothing came of it. */
export function takeRate(
  leg: PaymentLeg,
  answer: Done<FxQuote> | Refused | Failed,
  newKey: string,
  nowMs: number,
): LegPatch {
  switch (answer.kind) {
    // Asking for a rate moves nothing, so silence is no doubt about money.
    case 'unavailable':
    case 'unknown_outcome':
      return outage(leg, 'start', nowMs);
    case 'done':
      return keepsTerms(leg, answer.result, nowMs) ? holdOn(leg, answer.result, newKey) : LAPSED;
    default:
      return LAPSED;
  }
}

const LAPSED = end('failed', 'rate_lapsed');

function keepsTerms({ send, receive }: PaymentLeg, rate: FxQuote, nowMs: number): boolean {
  return (
    isSame(rate.receive, amountOf(receive)) &&
    rate.send.asset === send.asset &&
    rate.send.value <= BigInt(send.value) &&
    rate.lockedUntilMs !== undefined &&
    !endsTooSoon(rate.lockedUntilMs, nowMs)
  );
}

function holdOn({ work }: PaymentLeg, { memo, lockedUntilMs }: FxQuote, newKey: string): LegPatch {
  const asNew = work.begunMs === undefined ? {} : { key: newKey, begunMs: undefined, sentMs: undefined };
  return { work: { fx: memo, ...(lockedUntilMs === undefined ? {} : { lockedUntilMs }), ...asNew } };
}

function amountOf({ value, asset }: { readonly value: string; readonly asset: string }): Amount {
  return { value: BigInt(value), asset };
}

function isSame(one: Amount, other: Amount): boolean {
  return one.asset === other.asset && one.value === other.value;
}
