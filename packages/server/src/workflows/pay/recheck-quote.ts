import { type QuotedTerms, type RouteStanding, recheckRoute } from '@switchyard/engine';
import type { Routed } from '../../routing/engines.ts';
import type { PayableAccount } from '../../store/accounts.ts';
import type { StoredQuote } from '../../store/route-quotes.ts';
import type { WorkflowDeps } from '../deps.ts';
import { routeEnds } from './parties.ts';

/** Whether the route of a quote can still be had at its terms. From the snapshot that it was made of it would come out the same. */
export async function recheckQuote(
  deps: WorkflowDeps,
  environmentId: string,
  { engine, snapshot }: Pick<Routed, 'engine' | 'snapshot'>,
  { quote, channel, createdAt }: StoredQuote,
  accounts: { readonly from: PayableAccount; readonly to: PayableAccount },
): Promise<RouteStanding> {
  if (quote.snapshot === snapshot.digest) return { is: 'held' };
  const ends = await routeEnds(deps, environmentId, snapshot.connections, accounts);
  // The engine made these terms, and they were stored as it wrote them; the contract merely allows for more.
  const terms = quote as QuotedTerms;
  return recheckRoute(engine.findRoutes, { ...ends, channel }, terms, { nowMs: createdAt.getTime() });
}
