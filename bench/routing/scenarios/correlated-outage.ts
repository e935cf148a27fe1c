import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const correlatedOutage: Scenario = {
  id: 'correlated-outage',
  about:
    'The two best rails rest on the same bank behind them and break down together for a tenth of the time; the two that are left are dearer.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const fromMs = durationMs * random.between(0.3, 0.6);
      const toMs = fromMs + durationMs / 10;
      return {
        rails: [
          { chance: 0.95, fixedMinor: 20 },
          { chance: 0.94, fixedMinor: 20 },
          { chance: 0.93, fixedMinor: 40 },
          { chance: 0.88, fixedMinor: 30 },
        ],
        incidents: [
          { rail: 0, fromMs, toMs },
          { rail: 1, fromMs, toMs },
        ],
      };
    }),
};
