/**
 * Money moves along the route the user approved, exactly once, whatever breaks. The real domain, operations, workflows and jobs
 * run over a simulated clock, network, store and rails (`test/simulation`). There are seeds that draw
 * their own faults, processes that die at named points, and bugs that are planted and must be found.
 */

import { createRandom } from '../../harness/random.ts';
import { dieAt, findCrashPoints, liveThroughCrashes } from '../../simulation/crash-points.ts';
import { huntPlantedBug } from '../../simulation/hunt-planted-bug.ts';
import { PLANTED_BUGS } from '../../simulation/planted-bugs.ts';
import { type Life, simulate } from '../../simulation/simulate.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { Proof, ProofOptions } from '../proof.ts';

export const payments: Proof = {
  name: 'payments',
  claim: 'money moves along the approved route exactly once, whatever breaks, and every planted bug is found',
  unit: 'seeds',
  scaleShort: 60,
  scaleLong: 100_000,
  async run(options) {
    const findings = createFindings();
    const lives = await liveThroughSeeds(options, findings);
    const crashes = await liveThroughPoints(options, findings);
    const bugs = await findBugs(options, findings);
    return { failures: findings.list(), facts: { ...lives, ...crashes, ...bugs } };
  },
};

/** From here on it is the long form, which leaves nothing out. */
const LONG = 1_000;
const PLANTED_IN_SHORT = 5;
const PLANTED_SEEDS_MAX = 3_000;

async function liveThroughSeeds({ seed: first, scale, onProgress }: ProofOptions, findings: Findings) {
  const ended: Record<string, number> = {};
  for (let seed = first; seed < first + scale; seed += 1) {
    const life = await simulate(seed);
    report(findings, life, 'faults');
    for (const [status, count] of Object.entries(life.ended)) ended[status] = (ended[status] ?? 0) + count;
    if (seed === first && (await simulate(seed)).traceHash !== life.traceHash)
      findings.add('the same seed told another story', `seed ${seed}`);
    if ((seed - first + 1) % 1_000 === 0) onProgress(`${seed - first + 1} of ${scale} seeds`);
  }
  return { seeds: scale, ...ended };
}

/** Every point alone in either form; in pairs as many as the scale allows, all of them in the long one. */
async function liveThroughPoints({ seed, scale, onProgress }: ProofOptions, findings: Findings) {
  const points = await findCrashPoints(seed);
  if (points.length < 24) findings.add('there are fewer than 24 points to die at', String(points.length));
  const random = createRandom(seed);
  const pairs = points.flatMap((a) => points.map((b) => [a, b]));
  const isLong = scale >= LONG;
  const singles = isLong ? points : points.filter(() => random.chance(0.3));
  const plans = [...singles.map((point) => [point]), ...(isLong ? pairs : [random.pick(pairs)])];
  let died = 0;
  for (const [at, plan] of plans.entries()) {
    const { diesAt, left } = dieAt(plan);
    const life = await liveThroughCrashes(seed + (at % 12), diesAt);
    report(findings, life, `dying ${plan.join(', then ')}`);
    died += plan.length - left();
    if ((at + 1) % 500 === 0) onProgress(`${at + 1} of ${plans.length} plans to die`);
  }
  return { 'crash points': points.length, 'plans to die': plans.length, deaths: died };
}

async function findBugs({ seed, scale, onProgress }: ProofOptions, findings: Findings) {
  const random = createRandom(seed);
  const isLong = scale >= LONG;
  const start = random.between(0, PLANTED_BUGS.length - 1);
  const chosen = isLong
    ? PLANTED_BUGS
    : Array.from({ length: PLANTED_IN_SHORT }, (_, at) => PLANTED_BUGS[(start + at) % PLANTED_BUGS.length]);
  let found = 0;
  for (const bug of chosen) {
    if (bug === undefined) continue;
    const { shownBy } = await huntPlantedBug(bug, seed, PLANTED_SEEDS_MAX);
    if (shownBy === undefined) findings.add('a planted bug was not found', bug.name);
    else found += 1;
    onProgress(`${bug.name}: ${shownBy === undefined ? 'not found' : shownBy.violation.split('\n')[0]}`);
  }
  return { 'planted bugs': chosen.length, 'planted bugs found': found };
}

function report(findings: Findings, { seed, violations }: Life, under: string): void {
  for (const violation of violations) findings.add(`${violation}`, `seed ${seed}, ${under}`);
}
