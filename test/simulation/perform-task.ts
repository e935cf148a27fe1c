import { dieAsPlanned } from './crash-points.ts';
import { type Life, simulate } from './simulate.ts';
import type { Broken, Task, TaskAnswer } from './task.ts';

export async function performTask(task: Task): Promise<TaskAnswer> {
  const ended: Record<string, number> = {};
  const broken: Broken[] = [];
  let lives = 0;
  let payments = 0;
  let isReached = false;

  function count(life: Life, plan?: Broken['plan']): void {
    lives += 1;
    payments += life.payments;
    for (const [status, times] of Object.entries(life.ended)) ended[status] = (ended[status] ?? 0) + times;
    for (const violation of life.violations)
      broken.push({ seed: life.seed, violation, ...(plan === undefined ? {} : { plan }) });
  }

  if (task.kind === 'seeds') {
    for (let seed = task.first; seed < task.first + task.count; seed += 1) {
      count(await simulate(seed));
      if (task.untilShown === true && broken.length > 0) break;
    }
  } else {
    for (const plan of task.plans) {
      const died = await dieAsPlanned(plan);
      count(died.life, plan);
      isReached = died.isReached;
      if (isReached) break;
    }
  }
  return { lives, payments, ended, broken, isReached };
}
