/** What most worlds have in common, so that a scenario says only what is special about it. */
import { createPayments, type Load } from '../payments.ts';
import { createRandom, type Random } from '../random.ts';
import {
  concerns,
  type Incident,
  type Payment,
  type SimulatedRail,
  type Size,
  type World,
} from '../world.ts';

export interface RailSketch {
  /** The chance of success on a good day. */
  readonly chance: number;
  readonly fixedMinor: number;
  readonly bps?: number;
  readonly tiers?: SimulatedRail['tiers'];
  readonly latencyMs?: number;
  readonly joinsAtMs?: number;
}

export interface WorldSketch {
  readonly rails: readonly RailSketch[];
  readonly incidents?: readonly Incident[];
  /** What is left of a rail's chance of success during its incidents. */
  readonly chanceInIncident?: number;
  readonly load?: Load;
  readonly reportDelayMs?: World['reportDelayMs'];
  /** Added to the rail's chance at a moment. */
  readonly shift?: (rail: number, atMs: number) => number;
}

/** How far a rail's good day differs from one seed to another. */
const CHANCE_JITTER = 0.005;
const LATENCY_MS = 4_000;

/** Rails are named a, b, c … in the order of the sketch, which is also the order of the static policy. */
export function makeWorld(
  seed: number,
  size: Size,
  sketch: (random: Random, size: Size) => WorldSketch,
): World {
  const random = createRandom(seed);
  const { rails, incidents = [], chanceInIncident = 0.1, load, reportDelayMs, shift } = sketch(random, size);
  const chances = rails.map(({ chance }) => chance + random.between(-CHANCE_JITTER, CHANCE_JITTER));
  return {
    seed,
    rails: rails.map(simulatedRail),
    payments: createPayments(random, size, load),
    incidents,
    reportDelayMs: reportDelayMs ?? (() => 0),
    successChance: (rail, payment) => {
      if (isFailing(incidents, rail, payment)) return chanceInIncident;
      const chance = (chances[rail] ?? 0) + (shift?.(rail, payment.atMs) ?? 0);
      return Math.min(0.995, Math.max(0.02, chance));
    },
  };
}

function simulatedRail(
  { fixedMinor, bps = 0, tiers, latencyMs = LATENCY_MS, joinsAtMs = 0 }: RailSketch,
  index: number,
): SimulatedRail {
  return {
    id: `rail-${String.fromCharCode('a'.charCodeAt(0) + index)}`,
    tiers: tiers ?? [{ from: 0, fixedMinor, bps }],
    latencyMs,
    joinsAtMs,
  };
}

function isFailing(incidents: readonly Incident[], rail: number, payment: Payment): boolean {
  return incidents.some(
    (incident) =>
      incident.rail === rail &&
      payment.atMs >= incident.fromMs &&
      payment.atMs < incident.toMs &&
      concerns(incident, payment),
  );
}
