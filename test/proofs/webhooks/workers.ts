/** Several nodes that send webhooks, each a process, which can be killed, replaced, and told another time. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WorkerMessage, WorkerOrders } from './worker-process.ts';

export interface Workers {
  /** One of them dies at once, and another is started in its place. */
  killOne(): Promise<void>;
  setClock(skewMs: number): void;
  stop(): Promise<void>;
}

export async function startWorkers(count: number, orders: WorkerOrders): Promise<Workers> {
  let skewMs = orders.skewMs;
  const start = () => startOne({ ...orders, skewMs });
  let children = await Promise.all(Array.from({ length: count }, start));
  return {
    async killOne() {
      const [victim, ...rest] = children;
      if (victim === undefined) return;
      const gone = once(victim, 'exit');
      victim.kill('SIGKILL');
      await gone;
      children = [...rest, await start()];
    },
    setClock(ms) {
      skewMs = ms;
      for (const child of children) send(child, { kind: 'clock', skewMs });
    },
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          const gone = once(child, 'exit');
          send(child, { kind: 'stop' });
          await gone;
        }),
      );
      children = [];
    },
  };
}

async function startOne(orders: WorkerOrders): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker-process.ts'));
  const ready = once(child, 'message');
  send(child, { kind: 'begin', orders });
  await ready;
  return child;
}

function send(child: ChildProcess, message: WorkerMessage): void {
  child.send(message);
}
