import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const delayedFeedback: Scenario = {
  id: 'delayed-feedback',
  about:
    'Successes are reported within a minute, failures only after twenty: nobody answers, and then a time limit passes. The best rail falls silent for an eighth of the time.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const fromMs = durationMs * random.between(0.35, 0.5);
      return {
        rails: [0.95, 0.92, 0.9].map((chance) => ({ chance, fixedMinor: 25 })),
        incidents: [{ rail: 0, fromMs, toMs: fromMs + durationMs / 8 }],
        reportDelayMs: (succeeded) => (succeeded ? MINUTE_MS : 20 * MINUTE_MS),
      };
    }),
};

const MINUTE_MS = 60_000;
