import { fail } from '../domain/failure.ts';
import { findPayableAccount } from '../store/accounts.ts';
import { insertQuotes } from '../store/route-quotes.ts';
import { quoteRoutes } from '../workflows/quote-routes.ts';
import type { Handler } from './operation.ts';

/** Finds and prices the routes between two accounts. No route is no error: the answer says why there is none. */
export const createRouteQuotes: Handler<'routeQuotes.create'> = {
  kind: 'planned',
  async plan({ deps, call, keys }, { body }) {
    const [from, to] = await Promise.all([
      findPayableAccount(deps.db, keys, body.from),
      findPayableAccount(deps.db, keys, body.to),
    ]);
    if (from === undefined) return fail('not_found', 'account.not_found', { param: 'from' });
    if (to === undefined) return fail('not_found', 'account.not_found', { param: 'to' });
    const { amount, preference, preferRail, channel } = body;
    const { stored, infeasible, suggestion } = await quoteRoutes(deps.workflows, call.environment, {
      from,
      to,
      amount,
      channel,
      ...(preference === undefined ? {} : { preference }),
      ...(preferRail === undefined ? {} : { preferRail }),
    });
    return {
      ok: true,
      value: {
        output: { quotes: stored.map(({ quote }) => quote), infeasible, suggestion },
        write: (writer) => insertQuotes(writer, stored),
      },
    };
  },
};
