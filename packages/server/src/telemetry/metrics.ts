/** What Prometheus may ask: how many calls, how they ended, how long they took, and how the process is doing. */
import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';

export interface RequestMetrics {
  observeRequest(operation: string, status: number, seconds: number): void;
}

export interface Metrics extends RequestMetrics {
  /** Everything measured so far, in the text format, and the content type that names it. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>;
}

const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'switchyard_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['operation', 'status'],
    buckets: LATENCY_BUCKETS_S,
    registers: [registry],
  });
  // Finding the series of some labels takes longer than counting in it, and there are few.
  const series = new Map<string, ReturnType<typeof requests.labels>>();
  const seriesOf = ({ operation, status }: Observation) => {
    const name = `${operation} ${status}`;
    const found = series.get(name) ?? requests.labels(operation, String(status));
    series.set(name, found);
    return found;
  };
  let pending: Observation[] = [];
  const count = (): void => {
    const block = pending;
    pending = [];
    for (const observation of block) seriesOf(observation).observe(observation.seconds);
  };
  return {
    observeRequest: (operation, status, seconds) => {
      pending.push({ operation, status, seconds });
      if (pending.length >= BLOCK) count();
    },
    expose: async () => {
      count();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Counted by the block, because what counts is quick only while the processor has it at hand. */
const BLOCK = 256;

interface Observation {
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}
