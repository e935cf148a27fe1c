/**
 * Money moves along the route the user approved, exactly once, whatever breaks. The real domain, operations, workflows and jobs
 * run over a simulated clock, network, store and rails (`test/simulation`). There are seeds that draw
 * their own faults, processes that die at named points, and bugs that are planted and must be found; and the simulated
 * store is held against our SQL on Postgres.
 */
import { createFindings } from '../findings.ts';
import type { Proof } from '../proof.ts';
import { compareStores } from './compare-stores.ts';
import { dieEverywhere } from './die-everywhere.ts';
import { findPlantedBugs } from './find-planted-bugs.ts';
import { liveThroughSeeds } from './live-through-seeds.ts';

const PARTS = {
  seeds: liveThroughSeeds,
  deaths: dieEverywhere,
  bugs: findPlantedBugs,
  stores: compareStores,
} as const;

export const payments: Proof = {
  name: 'payments',
  claim: 'money moves along the approved route exactly once, whatever breaks, and every planted bug is found',
  unit: 'seeds',
  scaleShort: 1_000,
  scaleLong: 100_000,
  parts: Object.keys(PARTS),
  async run(options) {
    const findings = createFindings();
    const facts: Record<string, number | string> = {};
    for (const [name, prove] of Object.entries(PARTS)) {
      if (options.only !== undefined && options.only !== name) continue;
      Object.assign(facts, await prove(options, findings));
    }
    return { failures: findings.list(), facts };
  },
};
