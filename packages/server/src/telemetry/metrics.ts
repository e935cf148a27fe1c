/**
 * What Prometheus may ask: how many calls, how they ended and how long they took; payments, calls to rails and open
 * circuits; what waits in the database and for the database; and how the process is doing. No label holds anything of
 * a person, and none has more values than an operator has connections.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { addOpenWorkGauges, type OpenWorkFacts } from './open-work-gauges.ts';

export interface RequestMetrics {
  observeRequest(operation: string, status: number, seconds: number): void;
}

/** What workflows report of themselves. */
export interface WorkMetrics {
  observePayment(status: string): void;
  observeLegCost(cost: LegFees): void;
  observeRailCall(call: RailCall): void;
  observeCircuit(change: CircuitState): void;
}

/** What became of requests that were to be kept in the request log. */
export interface RequestLogMetrics {
  countLoggedRequests(result: (typeof LOG_RESULTS)[number], count: number): void;
}

const LOG_RESULTS = ['written', 'dropped', 'left_out'] as const;

/** In minor units. */
export interface LegFees {
  readonly rail: string;
  readonly asset: string;
  readonly quoted: bigint;
  readonly charged: bigint;
}

export interface RailCall {
  readonly host: string;
  readonly result: 'not_connected' | 'no_answer' | number;
  readonly durationMs: number;
}

export interface CircuitState {
  readonly connectionId: string;
  readonly operation: string;
  readonly state: 'open' | 'closed';
}

export interface PoolUsage {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface Metrics extends RequestMetrics, WorkMetrics, RequestLogMetrics {
  /** From now on what the database holds, and who waits for it, is told too. */
  watchStore(store: {
    readonly openWork: () => Promise<OpenWorkFacts>;
    readonly pool: () => PoolUsage;
    readonly now: () => number;
  }): void;
  /** Everything measured so far, in the text format, and the content type that names it. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>;
}

const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const RAIL_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const { observeRequest, countPending } = requestMetrics(registers);
  return {
    observeRequest,
    ...workMetrics(registers),
    ...requestLogMetrics(registers),
    watchStore: ({ openWork, pool, now }) => {
      addOpenWorkGauges(registry, openWork, now);
      addPoolGauge(registers, pool);
    },
    expose: async () => {
      countPending();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function requestMetrics(registers: Registry[]): RequestMetrics & { readonly countPending: () => void } {
  const requests = new Histogram({
    name: 'switchyard_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer, or until its client hung up, which is status 499.',
    labelNames: ['operation', 'status'],
    buckets: LATENCY_BUCKETS_S,
    registers,
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
    countPending: count,
  };
}

function workMetrics(registers: Registry[]): WorkMetrics {
  const payments = new Counter({
    name: 'switchyard_payment_intents_total',
    help: 'Payment intents that reached a status.',
    labelNames: ['status'],
    registers,
  });
  const fees = new Counter({
    name: 'switchyard_leg_fees_minor_units_total',
    help: 'Fees of settled legs whose provider says what it took: as quoted and as charged, in minor units of the asset.',
    labelNames: ['rail', 'asset', 'basis'],
    registers,
  });
  const calls = new Histogram({
    name: 'switchyard_rail_call_duration_seconds',
    help: 'Time of an HTTP call to a provider, by its host and how it ended.',
    labelNames: ['host', 'result'],
    buckets: RAIL_BUCKETS_S,
    registers,
  });
  const circuits = new Gauge({
    name: 'switchyard_circuit_open',
    help: '1 while calls of an operation to a connection are refused because too many failed.',
    labelNames: ['connection', 'operation'],
    registers,
  });
  return {
    observePayment: (status) => payments.inc({ status }),
    // Prometheus counts in floating point; nothing is computed from these but how far apart the two are.
    observeLegCost: ({ rail, asset, quoted, charged }) => {
      fees.inc({ rail, asset, basis: 'quoted' }, Number(quoted));
      fees.inc({ rail, asset, basis: 'charged' }, Number(charged));
    },
    observeRailCall: ({ host, result, durationMs }) =>
      calls.observe({ host, result: resultLabel(result) }, durationMs / 1000),
    observeCircuit: ({ connectionId, operation, state }) =>
      circuits.set({ connection: connectionId, operation }, state === 'open' ? 1 : 0),
  };
}

function requestLogMetrics(registers: Registry[]): RequestLogMetrics {
  const requests = new Counter({
    name: 'switchyard_request_log_requests_total',
    help: 'Requests written to the request log, those dropped because the database did not take them, and those left out because their key was over its limit.',
    labelNames: ['result'],
    registers,
  });
  for (const result of LOG_RESULTS) requests.inc({ result }, 0);
  return { countLoggedRequests: (result, count) => requests.inc({ result }, count) };
}

/** Statuses by their first digit, because providers invent new ones. */
function resultLabel(result: RailCall['result']): string {
  return typeof result === 'number' ? `${Math.floor(result / 100)}xx` : result;
}

function addPoolGauge(registers: Registry[], pool: () => PoolUsage): void {
  new Gauge({
    name: 'switchyard_database_pool',
    help: 'Connections of the pool for transactions that are open or idle, and transactions that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}

/** Counted by the block, because what counts is quick only while the processor has it at hand. */
const BLOCK = 256;

interface Observation {
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}
