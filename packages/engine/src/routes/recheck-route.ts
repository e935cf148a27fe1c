/**
 * Whether a route that was quoted can still be had, and at the same terms. Rates that a provider has given are taken from the
 * quote: it holds them, or gave them for what they are. Everything else is looked at anew: connections, policy, limits, and the
 * rates of the snapshot.
 *
 * What is compared is what moves, who moves it and what it costs on the way. What the client is invoiced is no term, and neither
 * are times of arrival or the rate that a rate is shown against.
 */
import type { AmountOnWire } from '../amount.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { JsonValue } from '../json-value.ts';
import type { EngineKey } from '../sentences.ts';
import type { FindRoutes } from './find-routes.ts';
import type { PresentedRouteTerms } from './present-routes.ts';
import type { RouteContext, RouteFxAnswer, RouteRequest, WantedFxQuote } from './route-request.ts';
import type { InfeasibleRoute, LegTerms, RouteTerms } from './route-terms.ts';

export type QuotedTerms = Pick<
  PresentedRouteTerms,
  'fixed' | 'send' | 'receive' | 'legs' | 'fees' | 'fx' | 'custody'
> & { readonly returnPolicy: Pick<PresentedRouteTerms['returnPolicy'], 'mode'> };

export type RouteStanding =
  | { readonly is: 'held' }
  | { readonly is: 'changed' }
  | { readonly is: 'infeasible'; readonly why: Pick<InfeasibleRoute, 'code' | 'explanation'> };

/** `context.nowMs` is when the quote was made: that time has passed since is the business of its expiry. */
export function recheckRoute(
  findRoutes: FindRoutes,
  ends: Pick<RouteRequest, 'from' | 'to' | 'channel'>,
  quoted: QuotedTerms,
  context: RouteContext,
): RouteStanding {
  const request: RouteRequest = { ...ends, amount: quoted[quoted.fixed], along: quoted.legs };
  const { wanted } = findRoutes(request, context);
  const fxQuotes = wanted.map((one) => asQuoted(quoted, one));
  const { quotes, infeasible } = findRoutes({ ...request, fxQuotes }, context);
  const terms = termsOf(quoted);
  if (quotes.some((found) => termsOf(found) === terms)) return { is: 'held' };
  const why = quotes.length > 0 ? undefined : reasonFor(quoted.legs, infeasible);
  return why === undefined ? { is: 'changed' } : { is: 'infeasible', why };
}

function asQuoted({ fixed, legs }: QuotedTerms, wanted: WantedFxQuote): RouteFxAnswer {
  const leg = legs.find(({ fx, connection }) => fx !== undefined && connection === wanted.connection);
  const [own, other] = fixed === 'send' ? [leg?.send, leg?.receive] : [leg?.receive, leg?.send];
  const isAsked = fixed === wanted.fixed && isSame(own, wanted.amount) && other?.asset === wanted.otherAsset;
  if (leg?.fx === undefined || !isAsked) return { key: wanted.key, unavailable: true };
  const { rate, mid, source, lockedUntil } = leg.fx;
  return {
    key: wanted.key,
    send: leg.send,
    receive: leg.receive,
    fee: leg.fees.find(({ name }) => name === 'fx')?.amount ?? { value: '0', asset: leg.send.asset },
    rate,
    ...(source === 'provider' ? { mid } : {}),
    ...(lockedUntil === undefined ? {} : { lockedUntilMs: Date.parse(lockedUntil) }),
    ref: wanted.key,
  };
}

function isSame(one: AmountOnWire | undefined, other: AmountOnWire): boolean {
  return one?.value === other.value && one.asset === other.asset;
}

type Comparable = Pick<RouteTerms, 'fixed' | 'send' | 'receive' | 'legs' | 'fees' | 'fx' | 'custody'> & {
  readonly returnPolicy: Pick<RouteTerms['returnPolicy'], 'mode'>;
};

function termsOf({ fixed, send, receive, legs, fees, fx, custody, returnPolicy }: Comparable): string {
  const terms = {
    fixed,
    send,
    receive,
    legs: legs.map(legTerms),
    fees,
    rate: fx?.rate ?? null,
    custody,
    returns: returnPolicy.mode,
  };
  // Terms are plain JSON; interfaces merely lack the index signature that JsonValue asks for.
  return canonicalJson(terms as unknown as JsonValue);
}

function legTerms({ fx, eta: _eta, ...leg }: LegTerms) {
  return { ...leg, rate: fx?.rate ?? null };
}

/** That a connection is out, then what else it says of itself, before what follows for those that depend on it. */
function reasonFor(
  legs: readonly LegTerms[],
  infeasible: readonly InfeasibleRoute[],
): InfeasibleRoute | undefined {
  const reasons = legs.flatMap(
    (leg) => infeasible.find(({ connection }) => connection === leg.connection) ?? [],
  );
  return (
    reasons.find(({ code }) => code.startsWith('connection.')) ??
    reasons.find(({ code }) => !CONSEQUENCES.has(code)) ??
    reasons[0]
  );
}

const CONSEQUENCES: ReadonlySet<EngineKey> = new Set([
  'route.no_counterpart',
  'route.scheme_unreachable',
  'fx.not_converted',
]);
