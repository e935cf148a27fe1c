import { ids } from '../examples/ids.ts';
import { routeQuotes } from '../examples/route-quote.ts';
import { defineOperation } from '../operation.ts';
import { RouteQuoteCreate, RouteQuotes } from '../schemas/route-quote.ts';

export const createRouteQuotes = defineOperation({
  name: 'routeQuotes.create',
  method: 'POST',
  path: '/v1/route_quotes',
  successStatus: 200,
  tag: 'Route quotes',
  summary: 'Quote routes',
  description:
    'Finds and prices the routes between two accounts, best first, each with its legs, fees, time of arrival and a ' +
    'digest of the terms. Every connection that serves no quote is named with the reason and, where there is one, ' +
    'the fix. No route is an empty list, not an error.',
  body: RouteQuoteCreate,
  output: RouteQuotes,
  examples: {
    body: {
      from: ids.payerAccount,
      to: ids.payeeAccount,
      amount: { value: '25000', asset: 'iso4217:EUR' },
      preference: 'cheapest',
    },
    response: routeQuotes,
  },
});
