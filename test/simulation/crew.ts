/** Threads that live through seeds, as many as there are processors: one seed knows nothing of another. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Edit } from './planted-bugs.ts';
import type { Task, TaskAnswer } from './task.ts';

export interface Crew {
  /** Does the tasks in any order; `onAnswer` hears of each as it is done. */
  perform(tasks: Iterable<Task>, onAnswer: (answer: TaskAnswer, task: Task) => void): Promise<void>;
  dismiss(): Promise<void>;
}

export function assembleCrew(size = availableParallelism(), edits: readonly Edit[] = []): Crew {
  const members = Array.from(
    { length: size },
    () => new Worker(new URL('./crew-member.ts', import.meta.url), { workerData: edits }),
  );
  return {
    async perform(tasks, onAnswer) {
      const left = tasks[Symbol.iterator]();
      const work = async (member: Worker) => {
        for (let next = left.next(); next.done !== true; next = left.next())
          onAnswer(await ask(member, next.value), next.value);
      };
      await Promise.all(members.map(work));
    },
    async dismiss() {
      await Promise.all(members.map((member) => member.terminate()));
    },
  };
}

function ask(member: Worker, task: Task): Promise<TaskAnswer> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown) => reject(error);
    member.once('error', onError);
    member.once('message', (answer: TaskAnswer) => {
      member.off('error', onError);
      resolve(answer);
    });
    member.postMessage(task);
  });
}
