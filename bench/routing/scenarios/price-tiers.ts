import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const priceTiers: Scenario = {
  id: 'price-tiers',
  about:
    'The first rail is cheap for the payments its contract includes and dear after them; the second has a flat price; the third is the most reliable by a little and by far the dearest.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { payments }) => ({
      rails: [
        {
          chance: 0.94,
          fixedMinor: 10,
          tiers: [
            { from: 0, fixedMinor: 10, bps: 10 },
            { from: Math.round(payments * random.between(0.4, 0.6)), fixedMinor: 60, bps: 40 },
          ],
        },
        { chance: 0.935, fixedMinor: 30, bps: 15 },
        { chance: 0.955, fixedMinor: 60, bps: 60 },
      ],
    })),
};
