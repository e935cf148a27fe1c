/**
 * Work for later that survives a restart, because it is data: a name, a time, and the key of what it is about. The work
 * itself is registered under its name whenever a provider is created. It is forgotten only once it is done, so work that a
 * restart interrupts is done again; what can be asked to happen twice has to look whether it has happened.
 */
import type { Store } from '../state/create-store.ts';
import type { Timers } from './timers.ts';

export interface Tasks {
  onDue(name: string, work: (subject: string) => void | Promise<void>): void;
  schedule(name: string, delayMs: number, subject: string): void;
  /** Takes up what an earlier life left, in the order in which it was due. Call it when all work is registered. */
  resume(): void;
}

interface Task {
  readonly name: string;
  readonly dueAtMs: number;
  readonly subject: string;
}

export function createTasks(deps: {
  readonly store: Store;
  readonly timers: Timers;
  readonly now: () => number;
}): Tasks {
  const { store, timers, now } = deps;
  const tasks = store.table<Task>('tasks', 'fixed');
  const works = new Map<string, (subject: string) => void | Promise<void>>();
  let last = Math.max(0, ...tasks.entries().map(([key]) => Number(key)));

  // Awaited only where it must be: what the work has changed and that it is done are then written together.
  function arm(key: string, { name, subject }: Task, delayMs: number): void {
    timers.later(delayMs, async () => {
      try {
        const running = works.get(name)?.(subject);
        if (running !== undefined) await running;
      } finally {
        tasks.delete(key);
      }
    });
  }

  return {
    onDue(name, work) {
      works.set(name, work);
    },
    schedule(name, delayMs, subject) {
      if (!works.has(name)) throw new Error(`nobody does ${name}`);
      last += 1;
      const task = { name, dueAtMs: now() + delayMs, subject };
      tasks.set(String(last), task);
      arm(String(last), task, delayMs);
    },
    resume() {
      const left = [...tasks.entries()].sort(([, a], [, b]) => a.dueAtMs - b.dueAtMs);
      for (const [key, task] of left) arm(key, task, Math.max(0, task.dueAtMs - now()));
    },
  };
}
