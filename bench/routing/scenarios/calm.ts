import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const calm: Scenario = {
  id: 'calm',
  about:
    'Four rails at the same price, close to each other, and nothing ever changes. What learning costs when there is little to learn.',
  create: (seed, size) =>
    makeWorld(seed, size, () => ({
      rails: [0.95, 0.935, 0.92, 0.9].map((chance) => ({ chance, fixedMinor: 25 })),
    })),
};
