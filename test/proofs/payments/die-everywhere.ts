import { createRandom } from '../../harness/random.ts';
import {
  deathsInPair,
  everyDeath,
  type Passage,
  pointsOf,
  singleDeaths,
  tellPlan,
  walkRoutes,
} from '../../simulation/crash-points.ts';
import { assembleCrew } from '../../simulation/crew.ts';
import type { Task, TaskAnswer } from '../../simulation/task.ts';
import type { Findings } from '../findings.ts';
import type { ProofOptions } from '../proof.ts';
import { isLong } from './is-long.ts';

/** The issue that asked for it wanted two dozen. */
const POINTS_MIN = 24;
const PAIRS_IN_SHORT = 60;

/** Every point alone in either form. In the long one every passing of every point too, and every ordered pair. */
export async function dieEverywhere(options: ProofOptions, findings: Findings) {
  const { seed, onProgress } = options;
  const passages = await walkRoutes(seed);
  const points = pointsOf(passages);
  if (points.length < POINTS_MIN) findings.add('there are too few points to die at', String(points.length));
  const singles = singleDeaths(passages);
  const passings = isLong(options) ? everyDeath(passages) : [];
  const pairs = pairsOf(options, passages, points);
  const crew = assembleCrew();
  const count = async (what: string, plans: Iterable<Task>, total: number) => {
    let done = 0;
    let reached = 0;
    await crew.perform(plans, (answer) => {
      report(findings, answer, seed);
      done += 1;
      if (answer.isReached) reached += 1;
      if (done % 500 === 0) onProgress(`${done} of ${total} ${what}, ${reached} came to pass`);
    });
    return reached;
  };
  try {
    const reachedSingles = await count('single deaths', singles.map(asTask), singles.length);
    if (reachedSingles < singles.length) findings.add('a point that was passed was not died at');
    const reachedPassings = await count('passings', passings.map(asTask), passings.length);
    const reachedPairs = await count('pairs', pairs.map(asTask), pairs.length);
    return {
      'crash points': points.length,
      'deaths at each point': reachedSingles,
      ...(passings.length === 0 ? {} : { 'deaths at each passing': reachedPassings }),
      'pairs tried': pairs.length,
      'pairs that came to pass': reachedPairs,
    };
  } finally {
    await crew.dismiss();
  }
}

function pairsOf(options: ProofOptions, passages: readonly Passage[], points: readonly string[]) {
  const all = points.flatMap((a) => points.map((b) => [a, b] as const));
  const random = createRandom(options.seed);
  const chosen = isLong(options) ? all : Array.from({ length: PAIRS_IN_SHORT }, () => random.pick(all));
  return chosen.map(([a, b]) => deathsInPair(passages, a, b));
}

function asTask(plans: Extract<Task, { kind: 'death' }>['plans']): Task {
  return { kind: 'death', plans };
}

function report(findings: Findings, { broken }: TaskAnswer, seed: number): void {
  for (const { violation, plan } of broken)
    findings.add(
      violation,
      `${plan === undefined ? '' : `${tellPlan(plan)}: `}npm run prove -- payments --only deaths --seed ${seed}`,
    );
}
