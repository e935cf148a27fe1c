/** Whether a quote adds up, to the minor unit. Used where quotes are made, where they are stored and in tests. */
import { parseAmountValue } from '../amount.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { JsonValue } from '../json-value.ts';
import { mulDiv } from '../mul-div.ts';
import { parseRate } from './rate-text.ts';
import type { LegTerms, RouteFee, RouteTerms } from './route-terms.ts';

/** What is wrong with the sums, in sentences; nothing when they are exact. */
export function checkSums({
  send,
  receive,
  legs,
  fees,
  fx,
}: Pick<RouteTerms, 'send' | 'receive' | 'legs' | 'fees' | 'fx'>): readonly string[] {
  const [first, last] = [legs[0], legs.at(-1)];
  if (first === undefined || last === undefined) return ['A route has a leg.'];
  const converting = legs.filter((leg) => leg.fx !== undefined);
  return [
    ...(isSame(first.send, send) ? [] : ['The first leg does not send what the payer sends.']),
    ...(isSame(last.receive, receive) ? [] : ['The last leg does not bring what the payee receives.']),
    ...legs.flatMap(checkLeg),
    ...legs.flatMap((leg, at) => checkHandOver(leg, legs[at + 1])),
    ...(isSame(
      legs.flatMap((leg) => leg.fees),
      fees,
    )
      ? []
      : ['The fees are not those of the legs.']),
    ...(converting.length <= 1 && isSame(converting[0]?.fx, fx)
      ? []
      : ['The conversion is not that of one leg.']),
  ];
}

function checkLeg({ sequence, send, receive, fees, fx }: LegTerms): readonly string[] {
  const [sent, received] = [parseAmountValue(send.value), parseAmountValue(receive.value)];
  if (sent === undefined || received === undefined) return [`Leg ${sequence} has an amount that is none.`];
  if (fees.some(({ amount }) => amount.asset !== send.asset && amount.asset !== receive.asset))
    return [`Leg ${sequence} has a fee in an asset that it does not move.`];
  if (fx === undefined) {
    return send.asset === receive.asset && sent === received + sumIn(fees, send.asset)
      ? []
      : [`Leg ${sequence} does not add up.`];
  }
  const rate = parseRate(fx.rate, { from: send.asset, to: receive.asset });
  const converted = sent - sumIn(fees, send.asset);
  if (rate === undefined || converted < 0n || send.asset === receive.asset)
    return [`Leg ${sequence} has no conversion that can be computed.`];
  return mulDiv(converted, rate.numerator, rate.denominator, 'down') === received + sumIn(fees, receive.asset)
    ? []
    : [`Leg ${sequence} does not add up at its rate.`];
}

function checkHandOver(leg: LegTerms, next: LegTerms | undefined): readonly string[] {
  if (next === undefined || isSame(leg.receive, next.send)) return [];
  return [`Leg ${next.sequence} does not send what leg ${leg.sequence} brought.`];
}

function sumIn(fees: readonly RouteFee[], asset: string): bigint {
  return fees.reduce(
    (sum, { amount }) => (amount.asset === asset ? sum + (parseAmountValue(amount.value) ?? 0n) : sum),
    0n,
  );
}

/** Amounts, fees and rates are plain JSON; interfaces merely lack the index signature that JsonValue asks for. */
function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson((a ?? null) as JsonValue) === canonicalJson((b ?? null) as JsonValue);
}
