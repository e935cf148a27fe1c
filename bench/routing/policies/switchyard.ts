/**
 * Ours: the real engine, deciding `recommended` from a snapshot that is cut anew at most once a second, as the service
 * does; learning is the engine's own, with silent payments counted as late once they pass the rail's p99.
 */
import { compile, type Engine } from '@switchyard/engine';
import type { PolicyMaker, RoutingPolicy } from '../policy.ts';
import { chanceAt } from '../random.ts';
import type { Payment, World } from '../world.ts';
import { createMemory } from './switchyard-memory.ts';
import { ASSET, OPERATION, snapshotOf, type Tuning } from './switchyard-snapshot.ts';

const MINUTE_MS = 60_000;

/**
 * The same for all scenarios, and chosen on other seeds than those of the report. The prior is what such rails usually do; a
 * half-life of a quarter of an hour is some 300 payments here, so that a rail that was left is soon believed in again, and
 * with that little has to be explored at random.
 */
export const TUNING: Tuning = {
  reliability: { floorPpm: 500_000, priorPpm: 930_000, priorStrength: 40, halfLifeMs: 15 * MINUTE_MS },
  exploration: { ratePpm: 5_000, amountMax: '1000000' },
};

export const switchyard: PolicyMaker = {
  id: 'switchyard',
  create: (world, seed) => createSwitchyardPolicy(world, seed, TUNING),
};

/** A snapshot is cut at most this often. */
const SNAPSHOT_EVERY_MS = 1_000;

export function createSwitchyardPolicy(world: World, seed: number, tuning: Tuning): RoutingPolicy {
  const memory = createMemory(world, tuning.reliability);
  let engine: Engine | undefined;
  let cutAtMs = Number.NEGATIVE_INFINITY;
  return {
    choose: (payment, candidates, carried) => {
      if (engine === undefined || payment.atMs - cutAtMs >= SNAPSHOT_EVERY_MS) {
        cutAtMs = payment.atMs;
        engine = compile(snapshotOf(world, candidates, carried, tuning, memory.at(cutAtMs)));
      }
      const decision = engine.decide(requestOf(payment), {
        nowMs: payment.atMs,
        id: `dec_${chanceAt(seed, payment.index)}`,
      });
      const rail = world.rails.findIndex(({ id }) => id === decision.rail);
      if (rail < 0) throw new Error(`The engine found no rail: ${JSON.stringify(decision.excluded)}`);
      memory.sent(payment, rail);
      return rail;
    },
    learn: memory.learn,
  };
}

function requestOf({ amountMinor, country, institution }: Payment) {
  return {
    operation: OPERATION,
    amount: { value: String(amountMinor), asset: ASSET },
    payer: { country, institution },
    payee: { country },
    preference: 'recommended',
  } as const;
}
