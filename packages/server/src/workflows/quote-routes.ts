/** Finds and prices the routes between two accounts: the engine says which rates it wants, their providers are asked, and it is asked again. */
import {
  type FetchedFxQuote,
  presentRoutes,
  quoteDigest,
  type RouteFxAnswer,
  type RouteRequest,
  type Routes,
  type WantedFxQuote,
} from '@switchyard/engine';
import type { Json } from '@switchyard/rail-kit';
import type { Environment } from '../domain/environment.ts';
import type { PayableAccount } from '../store/accounts.ts';
import type { StoredQuote } from '../store/route-quotes.ts';
import type { WorkflowDeps } from './deps.ts';
import { askRate } from './pay/ask-rate.ts';
import { routeEnds } from './pay/parties.ts';

export interface QuoteWish extends Omit<RouteRequest, 'from' | 'to' | 'fxQuotes'> {
  readonly from: PayableAccount;
  readonly to: PayableAccount;
}

export interface QuotedRoutes {
  readonly stored: readonly StoredQuote[];
  readonly infeasible: ReturnType<typeof presentRoutes>['infeasible'];
  readonly suggestion: ReturnType<typeof presentRoutes>['suggestion'];
}

interface Fetched {
  readonly answer: RouteFxAnswer;
  readonly hold?: Json;
}

export async function quoteRoutes(
  deps: WorkflowDeps,
  environment: Environment,
  wish: QuoteWish,
): Promise<QuotedRoutes> {
  const { engine, snapshot } = await deps.engines.of(environment);
  const { from, to, ...rest } = wish;
  const request: RouteRequest = {
    ...rest,
    ...(await routeEnds(deps, environment.id, snapshot.connections, { from, to })),
  };
  const nowMs = deps.now();
  const first = engine.findRoutes(request, { nowMs });
  const fetched = await Promise.all(first.wanted.map((wanted) => fetchRate(deps, environment.id, wanted)));
  const routes =
    fetched.length === 0
      ? first
      : engine.findRoutes({ ...request, fxQuotes: fetched.map(({ answer }) => answer) }, { nowMs });
  return present(deps, routes, wish, fetched, new Date(nowMs));
}

async function fetchRate(deps: WorkflowDeps, environmentId: string, wanted: WantedFxQuote): Promise<Fetched> {
  const { key, fixed, otherAsset } = wanted;
  const amount = { value: BigInt(wanted.amount.value), asset: wanted.amount.asset };
  const request =
    fixed === 'send'
      ? ({ key, fixed, send: amount, receiveAsset: otherAsset } as const)
      : ({ key, fixed, receive: amount, sendAsset: otherAsset } as const);
  const answer = await askRate(deps, environmentId, wanted.connection, request);
  if (answer.kind !== 'done') return { answer: { key, unavailable: true } };
  const { send, receive, fee, rate, mid, lockedUntilMs, memo } = answer.result;
  const quoted: FetchedFxQuote = {
    key,
    send: onWire(send),
    receive: onWire(receive),
    fee: onWire(fee),
    rate,
    ...(mid === undefined ? {} : { mid }),
    ...(lockedUntilMs === undefined ? {} : { lockedUntilMs }),
    ref: key,
  };
  return { answer: quoted, hold: memo };
}

function present(
  deps: WorkflowDeps,
  routes: Routes,
  wish: QuoteWish,
  fetched: readonly Fetched[],
  createdAt: Date,
): QuotedRoutes {
  const { quotes, infeasible, suggestion } = presentRoutes(routes);
  const stored = quotes.map(({ fxQuote, ...terms }): StoredQuote => {
    const hold = fetched.find(({ answer }) => answer.key === fxQuote?.key)?.hold;
    const quote = {
      id: deps.newId('qt_'),
      object: 'route_quote' as const,
      digest: quoteDigest(terms),
      ...terms,
      createdAt: createdAt.toISOString(),
    };
    return {
      quote,
      channel: wish.channel,
      holds: fxQuote === undefined || hold === undefined ? {} : { [fxQuote.sequence]: hold },
      expiresAt: new Date(terms.expiresAt),
      createdAt,
    };
  });
  return { stored, infeasible, suggestion };
}

function onWire({ value, asset }: { readonly value: bigint; readonly asset: string }) {
  return { value: String(value), asset };
}
