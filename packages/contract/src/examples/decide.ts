import type { Outcome } from '../schemas/outcome.ts';
import type { RouteDecision } from '../schemas/route-decision.ts';
import type { RoutingSnapshot } from '../schemas/routing-snapshot.ts';
import { cheapest } from './explanations.ts';
import { digests, ids } from './ids.ts';

const EUR = 'iso4217:EUR';
const ENGINE_VERSION = '1.1.0';

export const routeDecision: RouteDecision = {
  id: ids.decision,
  object: 'route_decision',
  operation: 'banking.pis.single',
  outcome: 'routed',
  rail: 'truelayer',
  connection: ids.connection,
  cost: { min: { value: '20', asset: EUR }, max: { value: '35', asset: EUR } },
  breakpoints: [{ value: '48000', asset: EUR }],
  latency: { p50Ms: 1400, p95Ms: 5200 },
  reliability: { successPpm: 962_000, samples: 1840, basis: 'institution' },
  custody: 'none',
  labels: ['cheapest', 'recommended'],
  alternatives: [
    {
      rail: 'gocardless',
      connection: ids.otherConnection,
      cost: { min: { value: '30', asset: EUR }, max: { value: '30', asset: EUR } },
      latency: { p50Ms: 1900, p95Ms: 8100 },
      reliability: { successPpm: 948_000, samples: 310, basis: 'country' },
      custody: 'none',
      labels: [],
      rank: 1,
      explanation: {
        key: 'rank.dearer',
        vars: { rail: 'gocardless', by: '0.10', currency: 'EUR' },
        message: 'GoCardless costs up to EUR 0.10 more for most of the band.',
      },
    },
  ],
  excluded: [
    {
      rail: 'plaid',
      code: 'country_not_covered',
      explanation: {
        key: 'eligibility.country',
        vars: { rail: 'plaid', country: 'DE' },
        message: 'Your connection to Plaid does not initiate payments in Germany.',
      },
    },
  ],
  approach: 'ranked',
  propensityPpm: 1_000_000,
  preference: 'cheapest',
  explanation: cheapest,
  snapshot: digests.snapshot,
  engineVersion: ENGINE_VERSION,
  expiresAt: '2026-10-08T09:35:00Z',
  createdAt: '2026-10-08T09:30:00.127Z',
};

export const outcome: Outcome = {
  id: ids.outcome,
  object: 'outcome',
  decision: ids.decision,
  rail: 'truelayer',
  status: 'succeeded',
  latencyMs: 1830,
  providerFee: { amount: '0.27', currency: 'EUR' },
  rank: 0,
  effects: {
    reliability: { before: 962_000, after: 962_020, samples: 1841 },
    contract: { used: '18421', remaining: '1579', tier: 1, nextTierAt: '20000' },
    costVariance: { value: '2', asset: EUR },
  },
  createdAt: '2026-10-08T09:30:02.964Z',
};

export const routingSnapshot: RoutingSnapshot = {
  object: 'routing_snapshot',
  version: 318,
  digest: digests.snapshot,
  environment: 'test',
  engineVersion: ENGINE_VERSION,
  generatedAt: '2026-10-08T09:29:58Z',
  staleAfter: '2026-10-08T09:34:58Z',
  policy: { version: 4, preference: 'cheapest' },
  connections: [{ id: ids.connection, rail: 'truelayer', status: 'ready' }],
  rails: [{ id: 'truelayer', kind: 'pisp-aggregator', schemes: ['iban', 'gb-scan'] }],
  coverage: [{ institution: ids.institution, rails: ['truelayer'] }],
  prices: [{ connection: ids.connection, operation: 'banking.pis.single', asset: EUR, fixedMinor: 25 }],
  contracts: [],
  reliability: [{ rail: 'truelayer', operation: 'banking.pis.single', country: 'DE', successPpm: 962_000 }],
  latency: [{ connection: ids.connection, operation: 'banking.pis.single', p50Ms: 1400, p95Ms: 5200 }],
  fx: [],
  calendars: [],
};
