/**
 * Group commit: while a transaction is on its way to the disk, whatever arrives for the same queue is gathered, and
 * shares the next one. Under load many writes cost one commit; alone, a write waits for nobody. Each is durable
 * before it is answered.
 *
 * Where writes do not depend on each other's order, a queue may have several groups under way. A further one leaves only
 * once it is worth a transaction of its own, so that a slow disk does not idle the rest, and a quick one is not flooded.
 */
import { isPassing } from './database-error.ts';

export interface GroupCommit<Item, Answer> {
  /** `underWayMax` is the queue's own: it is the same with every item. */
  submit(queue: string, item: Item, underWayMax?: number): Promise<Answer>;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Queue<Item, Answer> {
  readonly name: string;
  readonly underWayMax: number;
  waiting: Waiting<Item, Answer>[];
  underWay: number;
  /** Whether its next look at what waits is already arranged. */
  called: boolean;
}

export const GROUP_MAX = 256;
/** A group that leaves while another is under way has at least so many. */
export const GROUP_WORTH_MIN = 8;

/** `commit` runs all items of a group in one transaction and answers them in order. */
export function createGroupCommit<Item, Answer>(
  commit: (queue: string, items: readonly Item[]) => Promise<readonly Answer[]>,
): GroupCommit<Item, Answer> {
  const queues = new Map<string, Queue<Item, Answer>>();

  /**
   * A group that fails is tried again one by one, so that nobody fails for a neighbour's sake. But when the database is
   * gone or busy that is nobody's fault: then all fail at once, rather than each after a wait of its own.
   */
  async function run(name: string, group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await commit(
        name,
        group.map(({ item }) => item),
      );
      group.forEach((waiting, index) => {
        waiting.resolve(answers[index] as Answer);
      });
    } catch (error) {
      if (group.length === 1 || isPassing(error)) for (const waiting of group) waiting.reject(error);
      else for (const waiting of group) await run(name, [waiting]);
    }
  }

  function dispatch(queue: Queue<Item, Answer>): void {
    queue.called = false;
    while (mayLeave(queue)) {
      queue.underWay += 1;
      const group = queue.waiting.splice(0, GROUP_MAX);
      void run(queue.name, group).then(() => {
        queue.underWay -= 1;
        dispatch(queue);
      });
    }
    if (queue.underWay === 0) queues.delete(queue.name);
  }

  return {
    submit(name, item, underWayMax = 1) {
      return new Promise((resolve, reject) => {
        let queue = queues.get(name);
        if (queue === undefined) {
          queue = { name, underWayMax, waiting: [], underWay: 0, called: false };
          queues.set(name, queue);
        }
        queue.waiting.push({ item, resolve, reject });
        if (queue.called || !mayLeave(queue)) return;
        queue.called = true;
        // Those that arrive in the same turn of the event loop already travel together.
        setImmediate(dispatch, queue);
      });
    },
  };
}

function mayLeave({ waiting, underWay, underWayMax }: Queue<unknown, never>): boolean {
  if (underWay === 0) return waiting.length > 0;
  return underWay < underWayMax && waiting.length >= GROUP_WORTH_MIN;
}
