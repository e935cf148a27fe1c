/** A snapshot of two rails, whole and readable, for tests that are not about what is decided. */
import { digestOf, ENGINE_VERSION, type JsonObject, type Snapshot } from '@switchyard/engine';

type Content = Omit<Snapshot, 'digest' | 'version' | 'generatedAt' | 'staleAfter'>;

export const SNAPSHOT_FRESH_MS = 60_000;

export function smallSnapshot(changes: Partial<Content> = {}, generatedMs = Date.now()): Snapshot {
  const content: Content = { ...CONTENT, ...changes };
  return {
    ...content,
    version: 1,
    // An interface merely lacks the index signature that JSON's type asks for.
    digest: digestOf(content as unknown as JsonObject),
    generatedAt: new Date(generatedMs).toISOString(),
    staleAfter: new Date(generatedMs + SNAPSHOT_FRESH_MS).toISOString(),
  };
}

export const SMALL_REQUEST = {
  operation: 'banking.pis.single',
  amount: { value: '2500', asset: 'iso4217:EUR' },
  payer: { country: 'DE', scheme: 'iban' },
  payee: { country: 'DE', scheme: 'iban' },
} as const;

const CONTENT: Content = {
  object: 'routing_snapshot',
  environment: 'test',
  engineVersion: ENGINE_VERSION,
  policy: {
    id: 'pol_small0001',
    version: 1,
    preference: 'cheapest',
    valuation: { asset: 'iso4217:EUR', failureCost: '200', hourCost: '10' },
    custodyAdmitted: ['none'],
    railOrder: [],
    rules: [],
    reliability: { floorPpm: 0, priorPpm: 950_000, priorStrength: 10, halfLifeMs: 86_400_000 },
    exploration: { ratePpm: 0, amountMax: '0' },
    salt: 'small',
  },
  connections: [connection('con_first0001', 'first'), connection('con_second001', 'second')],
  rails: [rail('first'), rail('second')],
  coverage: [],
  prices: [
    { connection: 'con_first0001', when: {}, fee: { asset: 'iso4217:EUR', fixed: '20', bps: 0 } },
    { connection: 'con_second001', when: {}, fee: { asset: 'iso4217:EUR', fixed: '30', bps: 0 } },
  ],
  contracts: [],
  reliability: [],
  latency: [],
  fx: [],
  calendars: [],
};

function connection(id: string, railId: string): Snapshot['connections'][number] {
  return {
    id,
    rail: railId,
    label: railId,
    mode: 'decide',
    status: 'ready',
    roles: ['payment'],
    countries: [],
    operations: [],
    limits: [],
    declaredLatency: { p50Ms: 1_000, p95Ms: 3_000 },
  };
}

function rail(id: string): Snapshot['rails'][number] {
  return {
    id,
    name: id,
    kind: 'pisp-aggregator',
    schemes: ['iban'],
    custody: ['none'],
    capabilities: [{ id: 'banking.pis.single', countries: ['DE'] }],
  };
}
