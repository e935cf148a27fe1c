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
  policy: {
    id: 'pol_2Xk9Qm4Vt7Bz1Rw8Ns5Lf3',
    version: 4,
    preference: 'cheapest',
    valuation: { asset: EUR, failureCost: '150', hourCost: '5' },
    custodyAdmitted: ['none', 'payer-own-account'],
    railOrder: [],
    rules: [
      {
        id: 'split-germany',
        when: { operations: ['banking.pis.single'], countries: ['DE'], amountMax: '50000' },
        // biome-ignore lint/suspicious/noThenProperty: a rule reads when … then …, and nobody awaits one.
        then: {
          type: 'split',
          shares: [
            { rail: 'truelayer', percent: 70 },
            { rail: 'gocardless', percent: 30 },
          ],
        },
      },
    ],
    reliability: { floorPpm: 700_000, priorPpm: 900_000, priorStrength: 20, halfLifeMs: 3_600_000 },
    exploration: { ratePpm: 0, amountMax: '0' },
    salt: 'f2c1a907',
  },
  connections: [
    {
      id: ids.connection,
      rail: 'truelayer',
      label: 'TrueLayer',
      mode: 'decide',
      status: 'ready',
      roles: ['payment'],
      countries: ['DE', 'FR'],
      operations: [],
      limits: [{ asset: EUR, max: '2500000' }],
      declaredLatency: { p50Ms: 2000, p95Ms: 9000 },
    },
  ],
  rails: [
    {
      id: 'truelayer',
      name: 'TrueLayer',
      kind: 'pisp-aggregator',
      schemes: ['iban', 'gb-scan'],
      custody: ['none'],
      capabilities: [{ id: 'banking.pis.single', countries: ['DE', 'FR', 'GB'] }],
    },
  ],
  coverage: [
    {
      institution: ids.institution,
      country: 'DE',
      rails: [{ rail: 'truelayer', rank: 1, restricted: [] }],
    },
  ],
  prices: [
    {
      connection: ids.connection,
      when: { operations: ['banking.pis.single'] },
      fee: { asset: EUR, fixed: '20', bps: 0 },
      contract: 'ctr_7Hn2Wc5Yp9Kd1Jt6Gx3Ms8',
    },
  ],
  contracts: [
    {
      id: 'ctr_7Hn2Wc5Yp9Kd1Jt6Gx3Ms8',
      connection: ids.connection,
      basis: 'count',
      asset: EUR,
      mode: 'retroactive',
      tiers: [
        { from: '0', fixed: '20', bps: 0 },
        { from: '20000', fixed: '16', bps: 0 },
      ],
      periodStart: '2026-10-01T00:00:00Z',
      periodEnd: '2026-11-01T00:00:00Z',
      used: '18421',
      commitment: { value: '25000', tolerancePpm: 50_000 },
    },
  ],
  reliability: [
    {
      rail: 'truelayer',
      operation: 'banking.pis.single',
      country: 'DE',
      successMicro: 311_400_000,
      failureMicro: 12_300_000,
      samples: 1840,
      asOfMs: 1_791_451_798_000,
    },
  ],
  latency: [
    {
      rail: 'truelayer',
      operation: 'banking.pis.single',
      p50Ms: 1400,
      p95Ms: 5200,
      p99Ms: 9800,
      samples: 1840,
    },
  ],
  fx: [
    {
      from: 'iso4217:GBP',
      to: EUR,
      numerator: '1153',
      denominator: '1000',
      asOf: '2026-10-08T09:00:00Z',
    },
  ],
  calendars: [],
};
