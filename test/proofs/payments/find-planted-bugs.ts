import { availableParallelism } from 'node:os';
import { assembleCrew } from '../../simulation/crew.ts';
import { PLANTED_BUGS, type PlantedBug } from '../../simulation/planted-bugs.ts';
import type { Broken } from '../../simulation/task.ts';
import type { Findings } from '../findings.ts';
import type { ProofOptions } from '../proof.ts';

/** Ten times what the rarest of them has needed. */
const SEEDS_MAX = 3_000;

/** All of them in either form: a simulation that no longer finds one of them says nothing by finding nothing. */
export async function findPlantedBugs({ seed, onProgress }: ProofOptions, findings: Findings) {
  const left = [...PLANTED_BUGS];
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
