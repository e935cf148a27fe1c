import { outcome, routeDecision, routingSnapshot } from '../examples/decide.ts';
import { ids } from '../examples/ids.ts';
import { defineOperation } from '../operation.ts';
import { Outcome, OutcomeCreate } from '../schemas/outcome.ts';
import { RouteDecision, RouteDecisionCreate } from '../schemas/route-decision.ts';
import { RoutingSnapshot } from '../schemas/routing-snapshot.ts';

const tag = 'Decide mode';

export const createRouteDecision = defineOperation({
  name: 'routeDecisions.create',
  method: 'POST',
  path: '/v1/route_decisions',
  successStatus: 200,
  tag,
  summary: 'Decide a route',
  description:
    'Decides which rail your own backend should call for an operation, what it will cost and why, from masked ' +
    'metadata only: fields that could identify a person are refused. `amount` and `payee` are required for ' +
    'payments: `banking.pis.*`, `banking.payouts`, `banking.pay-ins.*` and `money.*`.',
  decide: true,
  body: RouteDecisionCreate,
  output: RouteDecision,
  examples: {
    body: {
      operation: 'banking.pis.single',
      amount: { asset: 'iso4217:EUR', band: { min: '10000', max: '50000' } },
      payer: { country: 'DE', institution: ids.institution, scheme: 'iban', accountRef: '****1815' },
      payee: { country: 'DE', scheme: 'iban', accountRef: '****3000' },
      preference: 'cheapest',
      constraints: { excludeRails: ['stripe'], custodyAdmitted: ['none', 'provider-for-user'] },
    },
    response: routeDecision,
  },
});

export const createOutcome = defineOperation({
  name: 'outcomes.create',
  method: 'POST',
  path: '/v1/outcomes',
  successStatus: 201,
  tag,
  summary: 'Report an outcome',
  description:
    'Reports how a decided operation went; it feeds reliability and contract usage. One record per decision, rail ' +
    'and status: the same report again returns the first. A decision of your local engine needs `context`, since ' +
    'the service never saw it.',
  decide: true,
  body: OutcomeCreate,
  output: Outcome,
  examples: {
    body: {
      decision: ids.decision,
      rail: 'truelayer',
      status: 'succeeded',
      latencyMs: 1830,
      providerFee: { amount: '0.27', currency: 'EUR' },
    },
    response: outcome,
  },
});

export const getRoutingSnapshot = defineOperation({
  name: 'routingSnapshot.get',
  method: 'GET',
  path: '/v1/routing_snapshot',
  successStatus: 200,
  tag,
  summary: 'Get the routing snapshot',
  description:
    'Everything the decision engine reads, so that you can run the same engine in your own process. It holds no ' +
    'secret and no personal data. Poll it with `If-None-Match`: it changes at most once a second.',
  decide: true,
  cacheable: true,
  output: RoutingSnapshot,
  examples: { response: routingSnapshot },
});
