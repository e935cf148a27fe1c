/**
 * Group commit: while one transaction is on its way to the disk, whatever arrives for the same queue is gathered,
 * and shares the next one. Under load many writes cost one commit; alone, a write waits for nobody. Each is durable
 * before it is answered.
 */
import { isPassing } from './database-error.ts';

export interface GroupCommit<Item, Answer> {
  submit(queue: string, item: Item): Promise<Answer>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export const GROUP_MAX = 256;

/** `commit` runs all items of a group in one transaction and answers them in order. */
export function createGroupCommit<Item, Answer>(
  commit: (queue: string, items: readonly Item[]) => Promise<readonly Answer[]>,
): GroupCommit<Item, Answer> {
  const queues = new Map<string, Waiting<Item, Answer>[]>();

  /**
   * A group that fails is tried again one by one, so that nobody fails for a neighbour's sake. But when the database is
   * gone or busy that is nobody's fault: then all fail at once, rather than each after a wait of its own.
   */
  async function run(queue: string, group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await commit(
        queue,
        group.map(({ item }) => item),
      );
      group.forEach((waiting, index) => {
        waiting.resolve(answers[index] as Answer);
      });
    } catch (error) {
      if (group.length === 1 || isPassing(error)) for (const waiting of group) waiting.reject(error);
      else for (const waiting of group) await run(queue, [waiting]);
    }
  }

  async function drain(queue: string, waiting: Waiting<Item, Answer>[]): Promise<void> {
    while (waiting.length > 0) await run(queue, waiting.splice(0, GROUP_MAX));
    queues.delete(queue);
  }

  return {
    submit(queue, item) {
      return new Promise((resolve, reject) => {
        const waiting = queues.get(queue);
        if (waiting !== undefined) {
          waiting.push({ item, resolve, reject });
          return;
        }
        const first = [{ item, resolve, reject }];
        queues.set(queue, first);
        // Those that arrive in the same turn of the event loop already travel together.
        setImmediate(() => void drain(queue, first));
      });
    },
  };
}
