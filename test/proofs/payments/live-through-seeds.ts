import { assembleCrew } from '../../simulation/crew.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { Task } from '../../simulation/task.ts';
import type { Findings } from '../findings.ts';
import type { ProofOptions } from '../proof.ts';

/** Few enough that no thread is left alone with the last ones, and enough that asking costs nothing. */
const SEEDS_PER_TASK = 25;

export async function liveThroughSeeds({ seed: first, scale, onProgress }: ProofOptions, findings: Findings) {
  const ended: Record<string, number> = {};
  let lives = 0;
  const crew = assembleCrew();
  try {
    await crew.perform(tasksOf(first, scale), (answer) => {
      for (const { seed, violation } of answer.broken)
        findings.add(violation, `npm run prove -- payments --only seeds --scale 1 --seed ${seed}`);
      for (const [status, count] of Object.entries(answer.ended))
        ended[status] = (ended[status] ?? 0) + count;
      const before = lives;
      lives += answer.lives;
      if (Math.floor(before / 1_000) < Math.floor(lives / 1_000))
        onProgress(`${lives} of ${scale} seeds, ${findings.count} findings`);
    });
  } finally {
    await crew.dismiss();
  }
  await compareTwice(first, findings);
  return { seeds: lives, ...ended };
}

function* tasksOf(first: number, scale: number): Generator<Task> {
  for (let at = 0; at < scale; at += SEEDS_PER_TASK)
    yield { kind: 'seeds', first: first + at, count: Math.min(SEEDS_PER_TASK, scale - at) };
}

async function compareTwice(seed: number, findings: Findings): Promise<void> {
  const [one, other] = [await simulate(seed), await simulate(seed)];
  if (one.traceHash !== other.traceHash) findings.add('the same seed told another story', `seed ${seed}`);
  // Whoever repeats a failure wants to know what led to it.
  if (one.violations.length > 0) findings.add(one.lines.slice(-LINES_TOLD).join('\n'));
}

const LINES_TOLD = 60;
