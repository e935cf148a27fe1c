import type { Incident, Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const flapping: Scenario = {
  id: 'flapping',
  about:
    'The best rail breaks down for ten minutes at a time, again and again, with ten to twenty-five good minutes between.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const incidents: Incident[] = [];
      for (let atMs = random.between(0.1, 0.2) * durationMs; atMs < 0.9 * durationMs; ) {
        incidents.push({ rail: 0, fromMs: atMs, toMs: atMs + 10 * MINUTE_MS });
        atMs += 10 * MINUTE_MS + random.between(10, 25) * MINUTE_MS;
      }
      return {
        rails: [0.96, 0.92, 0.9].map((chance) => ({ chance, fixedMinor: 25 })),
        incidents,
        chanceInIncident: 0.3,
      };
    }),
};

const MINUTE_MS = 60_000;
