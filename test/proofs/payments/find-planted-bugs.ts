import { availableParallelism } from 'node:os';
import { assembleCrew } from '../../simulation/crew.ts';
import { PLANTED_BUGS, type PlantedBug } from '../../simulation/planted-bugs.ts';
import type { Broken } from '../../simulation/task.ts';
import type { Findings } from '../findings.ts';
import type { ProofOptions } from '../proof.ts';
import { isLong } from './is-long.ts';

/** Several times what the rarest of them has needed, which was nearly a thousand. */
const SEEDS_MAX = 5_000;

/** A simulation that no longer finds what is there says nothing by finding nothing. The short form leaves out rare ones. */
export async function findPlantedBugs(options: ProofOptions, findings: Findings) {
  const { seed, onProgress } = options;
  const bugs = PLANTED_BUGS.filter(({ isRare }) => isLong(options) || isRare !== true);
  const left = [...bugs];
  const needed: number[] = [];
  const hunt = async () => {
    for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
      const { lives, shownBy } = await huntPlantedBug(bug, seed);
      if (shownBy === undefined) findings.add('a planted bug was not found', bug.name);
      else needed.push(lives);
      const [what] = shownBy?.violation.split('\n') ?? ['not found'];
      onProgress(`${bug.name}: ${lives} seeds: ${what}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, hunt));
  return {
    'planted bugs': PLANTED_BUGS.length,
    'planted bugs looked for': bugs.length,
    'planted bugs found': needed.length,
    'seeds they needed at most': Math.max(0, ...needed),
    'seeds they needed in all': needed.reduce((sum, lives) => sum + lives, 0),
  };
}

/** In a thread of its own, because a module is loaded once. */
async function huntPlantedBug({ edits }: PlantedBug, first: number) {
  const crew = assembleCrew(1, edits);
  const found: { lives: number; shownBy?: Broken } = { lives: 0 };
  try {
    await crew.perform([{ kind: 'seeds', first, count: SEEDS_MAX, untilShown: true }], (answer) => {
      found.lives = answer.lives;
      const [shownBy] = answer.broken;
      if (shownBy !== undefined) found.shownBy = shownBy;
    });
  } finally {
    await crew.dismiss();
  }
  return found;
}
