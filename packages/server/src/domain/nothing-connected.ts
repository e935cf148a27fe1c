import type { Routing } from './routing.ts';

/** The routing of an environment nobody has configured: every decision in it is `no_route`, and says why. */
export const NOTHING_CONNECTED: Routing = {
  connections: [],
  prices: [],
  contracts: [],
  usage: [],
  policy: {
    id: 'none',
    version: 0,
    preference: 'recommended',
    valuation: { asset: 'iso4217:EUR', failureCost: '0', hourCost: '0' },
    custodyAdmitted: [],
    railOrder: [],
    rules: [],
    reliability: { floorPpm: 0, priorPpm: 950_000, priorStrength: 20, halfLifeMs: 24 * 60 * 60 * 1000 },
    exploration: { ratePpm: 0, amountMax: '0' },
    salt: '',
  },
  fx: [],
  coverage: [],
  reliability: [],
  latency: [],
};
