/**
 * People who pay, in a process of their own. Each asks for a quote, pays along it, approves on the provider's pages, comes back and
 * waits until the money has arrived. That is read in the event log by one of them for all, as a client's backend would. Whatever
 * does not succeed ends the job: a fast failure is not throughput.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@switchyard/contract';
import { type Api, createApi } from '../../test/harness/api.ts';
import { approvePayment, bodyOf } from './approve-payment.ts';
import type { PayersJob, PayersResult } from './payers-job.ts';

const LOOK_EVERY_MS = 50;
const SETTLED_MS_MAX = 60_000;
const RUN_UP_MS = 3_000;

process.on('message', (job: PayersJob) => {
  void run(job)
    .catch((error: unknown): PayersResult => ({ ok: false, problem: String(error) }))
    .then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));

async function run(job: PayersJob): Promise<PayersResult> {
  const api = createApi(job.baseUrl, job.key);
  const settled = await followSettled(api);
  const paid: { readonly atMs: number; readonly tookMs: number }[] = [];
  const fromMs = performance.now() + RUN_UP_MS;
  const untilMs = fromMs + job.seconds * 1000;
  const payer = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      const startedMs = performance.now();
      await settled.wait(await approvePayment(api, job, someAmount()));
      paid.push({ atMs: performance.now(), tookMs: performance.now() - startedMs });
    }
  };
  try {
    await Promise.race([settled.broken, Promise.all(Array.from({ length: job.payers }, payer))]);
  } finally {
    settled.stop();
  }
  const counted = paid.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
  const took = paid.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(share * (took.length - 1))] ?? Number.NaN;
  const perSecond = counted.length / job.seconds;
  return { ok: true, perSecond, succeeded: paid.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function someAmount(): string {
  return String(1_000 + Math.floor(Math.random() * 100_000));
}

/** Reads the event log from its end on. */
async function followSettled(api: Api) {
  const succeeded = new Set<string>();
  const waiting = new Map<string, () => void>();
  let isOver = false;
  let cursor = '';
  const next = async (): Promise<OutputOf<'events.list'>> => {
    const after = cursor === '' ? '' : `&after=${cursor}`;
    const page = bodyOf(await api(`/v1/events?type=payment_intent.succeeded&limit=100${after}`), 200);
    cursor = page.data.at(-1)?.id ?? cursor;
    return page;
  };
  while ((await next()).hasMore);

  async function follow(): Promise<void> {
    while (!isOver) {
      const { data, hasMore } = await next();
      for (const { object } of data.map((event) => event.data)) {
        succeeded.add(object.id);
        waiting.get(object.id)?.();
      }
      if (!hasMore) await sleep(LOOK_EVERY_MS);
    }
  }

  return {
    /** Ends by itself only when the log cannot be read. */
    broken: follow(),
    wait: (id: string): Promise<void> => {
      if (succeeded.has(id)) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => reject(new Error(`${id} has not succeeded`)), SETTLED_MS_MAX);
      waiting.set(id, () => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve();
      });
      return promise;
    },
    stop: () => {
      isOver = true;
    },
  };
}
