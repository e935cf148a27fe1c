/**
 * What a request to the service costs, against two floors: a bare `node:http` server that does the same JSON work, and
 * pgbench that sends the same statements to the same database. Everything runs on this machine, and so in each other's
 * way; only the ratios mean something.
 */
import { randomBytes } from 'node:crypto';
import { HTTP_LIMITS } from '../../packages/server/src/http/limits.ts';
import type { Stopper } from '../../packages/server/src/stopper.ts';
import { createApi } from '../../test/harness/api.ts';
import { type RunningSwitchyard, startSwitchyard } from '../../test/harness/start-switchyard.ts';
import { describeMachine, waitUntilQuiet } from '../machine.ts';
import type { Report } from '../report.ts';
import { type Comparison, measureInTurns, type Subject } from '../rounds.ts';
import { comparePgbench } from './compare-pgbench.ts';
import { makeCustomers } from './make-customers.ts';
import type { BenchOptions } from './options.ts';
import type { RequestTemplate } from './request-template.ts';
import { parseRequests, readRequests, writeRequests } from './sample-requests.ts';
import { type LoadGenerator, startLoadGenerator } from './start-load-generator.ts';
import { startRawServer } from './start-raw-server.ts';

export interface HttpBenchContext {
  readonly stopper: Stopper;
  readonly onProgress: (message: string) => void;
}

/** Customers to read, on either side. */
const CUSTOMERS = 2_000;
const PARSE_TARGET = 0.6;

export async function runHttpBench(options: BenchOptions, context: HttpBenchContext): Promise<Report> {
  const { stopper, onProgress } = context;
  const { clients, seconds, rounds, waitSeconds } = options;
  const machine = await describeMachine();

  onProgress('Starting Switchyard and its database …');
  // Named here, because a second instance must open what the first has sealed.
  const secrets = {
    SWITCHYARD_MASTER_KEY: randomBytes(32).toString('hex'),
    SWITCHYARD_KEY_PEPPER: randomBytes(32).toString('hex'),
  };
  const switchyard = await startSwitchyard({ via: 'node', environment: secrets });
  stopper.add('Switchyard', async () => void (await switchyard.stop()));
  const generator = startLoadGenerator();
  stopper.add('load generator', generator.stop);

  onProgress('Making customers …');
  const customers = await makeCustomers(generator, switchyard, { count: CUSTOMERS, clients });
  const ours = requestsTo(generator, portOf(switchyard), clients);
  const read = ours(readRequests(switchyard.testKey, customers));
  const raw = await compareRaw(options, context, { switchyard, generator, customers, ours, read });
  onProgress('Preparing pgbench with what the service sends to its database …');
  const pgbench = await comparePgbench(options, {
    switchyard,
    secrets,
    customers: CUSTOMERS,
    read,
    write: ours(writeRequests(switchyard.testKey, false)),
    idempotentWrite: ours(writeRequests(switchyard.testKey, true)),
  });

  const comparisons = await measureInTurns([...raw, ...pgbench.comparisons], {
    seconds,
    rounds,
    onRound: (round) => onProgress(`Round ${round + 1} of ${rounds} …`),
    beforeEach: () => waitUntilQuiet(waitSeconds * 1000),
  });
  return {
    machine,
    clients,
    seconds,
    rounds,
    comparisons,
    notes: [...pgbench.notes, generatorNote(generator)],
  };
}

interface Measurable {
  readonly switchyard: RunningSwitchyard;
  readonly generator: LoadGenerator;
  readonly customers: readonly { readonly id: string }[];
  readonly ours: (requests: readonly RequestTemplate[]) => Subject;
  readonly read: Subject;
}

async function compareRaw(
  { clients }: BenchOptions,
  { stopper }: HttpBenchContext,
  { switchyard, generator, customers, ours, read }: Measurable,
): Promise<readonly Comparison[]> {
  const raw = await startRawServer({
    customers,
    headers: await headersOfAnAnswer(switchyard, customers[0]?.id ?? ''),
    keepAliveTimeoutMs: HTTP_LIMITS.keepAliveTimeoutMs,
  });
  stopper.add('raw server', raw.stop);
  const theirs = requestsTo(generator, raw.port, clients);
  const parse = parseRequests(switchyard.testKey);
  const against = 'node:http';
  return [
    {
      what: 'POST /v1/addresses/parse',
      against,
      ours: ours(parse),
      theirs: theirs(parse),
      target: PARSE_TARGET,
    },
    {
      what: 'GET /v1/customers/{id}',
      against,
      ours: read,
      theirs: theirs(readRequests(switchyard.testKey, customers)),
    },
  ];
}

function requestsTo(generator: LoadGenerator, port: number, connections: number) {
  return (requests: readonly RequestTemplate[]): Subject => ({
    measure: (seconds) => generator.run({ port, connections, seconds, requests }),
  });
}

function portOf(switchyard: RunningSwitchyard): number {
  return Number(new URL(switchyard.baseUrl).port);
}

/** Those that Node adds by itself come by themselves on the other side too. */
const ADDED_BY_NODE: ReadonlySet<string> = new Set(['connection', 'content-length', 'date', 'keep-alive']);

async function headersOfAnAnswer(
  switchyard: RunningSwitchyard,
  id: string,
): Promise<readonly (readonly [string, string])[]> {
  const answer = await createApi(switchyard.baseUrl, switchyard.testKey)(`/v1/customers/${id}`);
  return [...answer.headers].filter(([name]) => !ADDED_BY_NODE.has(name));
}

function generatorNote(generator: LoadGenerator): string {
  const percent = Math.round(generator.busyMax() * 100);
  return `The load generator took at most ${percent} % of one core; near 100 % it set the pace, and a ratio is flattered.`;
}
