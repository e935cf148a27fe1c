/**
 * A plan is what a route does with the amount: nothing, or one conversion at one connection. With it all amounts are known to
 * the minor unit before a way is looked for. There is at most one conversion, because each has its own lock and its own loss.
 */
import { type CompiledSnapshot, cellKey } from '../decide/compiled-snapshot.ts';
import { FEE_BPS_MAX } from '../decide/contract-tiers.ts';
import { wholeBetween } from '../decide/whole.ts';
import type { Fix } from '../decision.ts';
import { because } from '../sentences.ts';
import type { Carrier } from './carriers.ts';
import { type Conversion, type ConversionAsked, convertByMid, convertByQuote } from './conversion.ts';
import type { Reason, Reasons } from './reasons.ts';
import type { RouteFxAnswer, RouteRequest, WantedFxQuote } from './route-request.ts';
import type { FixedSide } from './route-terms.ts';

/** Which asset leaves the payer, which reaches the payee, and who turns the one into the other. */
export interface Outline {
  readonly from: string;
  readonly to: string;
  readonly converter: Carrier | undefined;
  /** Whether the conversion is a leg of its own; otherwise it happens in the payout. */
  readonly standalone: boolean;
}

export interface Plan extends Outline {
  readonly fixed: FixedSide;
  readonly send: bigint;
  readonly receive: bigint;
  readonly conversion: Conversion | undefined;
}

/** An amount in an asset that the payee takes is what the payee gets; in any other it is what the payer sends. */
export function fixedSideOf({ to, amount }: RouteRequest): FixedSide {
  return to.assets.includes(amount.asset) ? 'receive' : 'send';
}

/** The conversions that are out of reach are noted. */
export function outlinesOf(
  request: RouteRequest,
  carriers: readonly Carrier[],
  reasons: Reasons,
): readonly Outline[] {
  const { from, to, amount } = request;
  const fixed = fixedSideOf(request);
  const sent = fixed === 'receive' ? [...new Set(from.assets)] : [amount.asset];
  const received = fixed === 'receive' ? [amount.asset] : [...new Set(to.assets)];
  const outlines: Outline[] = [];
  for (const asset of sent) {
    for (const other of received) {
      if (asset === other) outlines.push({ from: asset, to: other, converter: undefined, standalone: false });
      else outlines.push(...convertersOf(asset, other, carriers, reasons));
    }
  }
  return outlines;
}

function convertersOf(
  from: string,
  to: string,
  carriers: readonly Carrier[],
  reasons: Reasons,
): readonly Outline[] {
  const outlines: Outline[] = [];
  for (const converter of carriers) {
    const { transit, payout, fx } = converter.connection;
    if (transit === undefined || payout === undefined) continue;
    const quotes = fx === undefined || (fx.assets.includes(from) && fx.assets.includes(to));
    if (quotes && transit.assets.includes(from) && payout.assets.includes(to))
      outlines.push({ from, to, converter, standalone: fx?.standalone === true });
    else {
      const vars = { rail: converter.at.name, asset: from, otherAsset: to };
      reasons.note(converter.at, { stage: 'rate', explanation: because('fx.not_converted', vars) });
    }
  }
  return outlines;
}

export type Planned =
  | { readonly is: 'plan'; readonly plan: Plan }
  | { readonly is: 'wanted'; readonly wanted: WantedFxQuote; readonly reason: Reason }
  | { readonly is: 'out'; readonly reason: Reason };

/** The amounts of an outline, or what is missing for them. `value` is that of the request's amount. */
export function planFor(
  snapshot: CompiledSnapshot,
  request: RouteRequest,
  outline: Outline,
  value: bigint,
  answers: ReadonlyMap<string, RouteFxAnswer>,
): Planned {
  const fixed = fixedSideOf(request);
  const { converter, from, to } = outline;
  if (converter === undefined)
    return { is: 'plan', plan: { ...outline, fixed, send: value, receive: value, conversion: undefined } };
  const { rail } = converter.connection;
  const asked: ConversionAsked = { from, to, fixed, value, rail, mid: snapshot.exchange(from, to) };
  const converted =
    converter.connection.fx === undefined ? byMid(converter, asked) : byQuote(converter, asked, answers);
  return 'send' in converted
    ? {
        is: 'plan',
        plan: { ...outline, fixed, send: converted.send, receive: converted.receive, conversion: converted },
      }
    : converted;
}

function byQuote(
  { at, connection }: Carrier,
  asked: ConversionAsked,
  answers: ReadonlyMap<string, RouteFxAnswer>,
): Conversion | Exclude<Planned, { is: 'plan' }> {
  const { fixed, from, to, value } = asked;
  const [asset, otherAsset] = fixed === 'send' ? [from, to] : [to, from];
  const amount = { value: value.toString(), asset };
  const key = cellKey([connection.id, fixed, amount.value, asset, otherAsset]);
  const answer = answers.get(key);
  const vars = { rail: at.name, asset: from, otherAsset: to };
  if (answer === undefined) {
    const wanted = { connection: connection.id, rail: connection.rail, key, fixed, amount, otherAsset };
    return { is: 'wanted', wanted, reason: atRate(because('fx.quote_wanted', { rail: at.name })) };
  }
  if ('unavailable' in answer)
    return { is: 'out', reason: atRate(because('fx.quote_unavailable', vars), askAgain(at)) };
  return (
    convertByQuote(asked, answer) ?? {
      is: 'out',
      reason: atRate(because('fx.quote_unusable', { rail: at.name }), askAgain(at)),
    }
  );
}

/** The spread is that of the connection's price for conversions. Without one nothing is guessed. */
function byMid({ at }: Carrier, asked: ConversionAsked): Conversion | Exclude<Planned, { is: 'plan' }> {
  const { from, to, mid } = asked;
  const price = at.prices.find(
    ({ when }) => when.operations?.includes('money.fx') === true && (when.assets?.includes(from) ?? true),
  );
  if (price === undefined || mid === undefined) {
    const vars = { rail: at.name, asset: from, otherAsset: to };
    return { is: 'out', reason: atRate(because('fx.rate_unknown', vars)) };
  }
  const spreadBps = BigInt(wholeBetween(price.fee.bps, 0, FEE_BPS_MAX));
  return (
    convertByMid(asked, mid, spreadBps) ?? {
      is: 'out',
      reason: atRate(because('fx.nothing_left', { rail: at.name }), LARGER),
    }
  );
}

function atRate(explanation: Reason['explanation'], fix?: Fix): Reason {
  return { stage: 'rate', explanation, fix };
}

const LARGER: Fix = {
  action: 'change_amount',
  explanation: because('fix.larger_amount', {}),
  params: {},
};

function askAgain({ connection, name }: Carrier['at']): Fix {
  return {
    action: 'wait',
    explanation: because('fix.ask_again', { rail: name }),
    params: { rail: connection.rail },
  };
}
