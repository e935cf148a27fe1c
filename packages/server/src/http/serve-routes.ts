/** Serves the routes of an API: finds the one that a request is for, and answers when it throws. */
import { type Exchange, refuse } from './exchange.ts';
import { answerToFault, type FaultDeps } from './faults.ts';
import { createRouter, type Found, type Route } from './operation-router.ts';

/** Whether the exchange is about one of the routes; if it is, it will be answered. */
export type ServeExchange = (exchange: Exchange) => boolean;

export type ServeRoute = (exchange: Exchange, found: Found<unknown>) => Promise<void>;

export function serveRoutes(deps: FaultDeps, routes: readonly Route<ServeRoute>[]): ServeExchange {
  const find = createRouter(routes);
  return (exchange) => {
    const { request } = exchange;
    const found = find(request.method ?? '', request.url ?? '');
    if (found === undefined) return false;
    found.target(exchange, found).catch((error) => answerFault(deps, exchange, error));
    return true;
  };
}

function answerFault(deps: FaultDeps, exchange: Exchange, error: unknown): void {
  const answer = answerToFault(deps, error, exchange.requestId);
  // Where the fault is in sending the answer there is no other one to send.
  if (exchange.response.headersSent) exchange.response.destroy();
  else refuse(exchange, answer);
}
