/**
 * Gauges of what the database holds. They are read when somebody scrapes, and at most every few seconds, so that
 * several scrapers cost no more than one; when the database does not answer they are missing, and are not zero.
 */
import { Gauge, type Registry } from '@prometheus-io/client';

export interface OpenWorkFacts {
  readonly legs: readonly { readonly mode: string; readonly status: string; readonly count: number }[];
  readonly overdueJobs: readonly {
    readonly kind: string;
    readonly count: number;
    readonly oldestSeconds: number;
  }[];
  readonly webhookBacklog: readonly { readonly mode: string; readonly count: number }[];
}

const KEPT_MS = 10_000;

export function addOpenWorkGauges(
  registry: Registry,
  read: () => Promise<OpenWorkFacts>,
  now: () => number,
): void {
  const facts = keepFor(read, now);
  new Gauge({
    name: 'switchyard_open_legs',
    help: 'Legs of payments that have not ended, by status, in all environments of a mode.',
    labelNames: ['mode', 'status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { mode, status, count } of (await facts())?.legs ?? []) this.inc({ mode, status }, count);
    },
  });
  new Gauge({
    name: 'switchyard_overdue_jobs',
    help: 'Jobs that should have been taken up and were not.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { kind, count } of (await facts())?.overdueJobs ?? []) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'switchyard_overdue_job_age_seconds',
    help: 'How long the oldest overdue job has waited.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { kind, oldestSeconds } of (await facts())?.overdueJobs ?? [])
        this.set({ kind }, oldestSeconds);
    },
  });
  new Gauge({
    name: 'switchyard_webhook_backlog',
    help: 'Webhook messages that are due and have not been sent, in all environments of a mode.',
    labelNames: ['mode'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { mode, count } of (await facts())?.webhookBacklog ?? []) this.inc({ mode }, count);
    },
  });
}

/** Undefined when it could not be read. */
function keepFor<T>(read: () => Promise<T>, now: () => number): () => Promise<T | undefined> {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let kept: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    if (now() - readAtMs >= KEPT_MS) {
      readAtMs = now();
      kept = read().catch(() => undefined);
    }
    return kept;
  };
}
