import type { ConfigurationChange } from '../schemas/configuration.ts';

export const configurationText = `format: 1
policy:
  preference: recommended
  valuation: { asset: iso4217:EUR, failureCost: 150, hourCost: 5 }
  custodyAdmitted: [ none ]
  reliability: { floorPpm: 900000, priorPpm: 970000, priorStrength: 20, halfLifeMs: 604800000 }
  exploration: { ratePpm: 0, amountMax: 0 }
connections:
  - key: truelayer
    rail: truelayer
    label: TrueLayer
    mode: decide
    prices:
      - fee: { asset: iso4217:EUR, fixed: 19 }
`;

export const configurationChange: ConfigurationChange = {
  action: 'update',
  subject: 'connection',
  key: 'truelayer',
  fields: [{ path: 'prices[0].fee.fixed', from: '"25"', to: '"19"' }],
};

export const planDigest = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
