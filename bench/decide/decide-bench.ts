/**
 * What a durable, explained decision over HTTP costs, against a bare `node:http` server that sends the same answers for the
 * same requests. The service runs as `npm start` runs it, with the rails of the development seed. Server, database and
 * load share the machine, so only the ratio means something elsewhere.
 */
import { HTTP_LIMITS } from '../../packages/server/src/http/limits.ts';
import { type ApiAnswer, createApi } from '../../test/harness/api.ts';
import { type RunningSwitchyard, startSwitchyard } from '../../test/harness/start-switchyard.ts';
import type { HttpBenchContext } from '../http/http-bench.ts';
import type { LoadLatency } from '../http/load-job.ts';
import type { BenchOptions } from '../http/options.ts';
import { type RequestTemplate, requestTemplate } from '../http/request-template.ts';
import { type LoadGenerator, startLoadGenerator } from '../http/start-load-generator.ts';
import { describeMachine, waitUntilQuiet } from '../machine.ts';
import { processorSeconds } from '../processor-time.ts';
import type { Report } from '../report.ts';
import { type Comparison, measureInTurns, type Subject } from '../rounds.ts';
import { spreadOf } from '../statistics.ts';
import { sampleDecisions } from './sample-decisions.ts';
import { type EchoServer, startEchoServer } from './start-echo-server.ts';

const PATH = '/v1/route_decisions';
/** Of the echo of the same bytes. */
const SHARE_TARGET = 0.45;
/** What Juspay publishes for its decision-engine on two cores, in requests a second, and how many times that we aim at. */
const PUBLISHED_PER_SECOND = 835;
const MULTIPLE_AIM = 5;
/** Of every side: a service is compiled in full only after some ten thousand requests. */
const WARM_UP_SECONDS = 6;

export async function runDecideBench(options: BenchOptions, context: HttpBenchContext): Promise<Report> {
  const { stopper, onProgress } = context;
  const { clients, seconds, rounds, waitSeconds } = options;
  const machine = await describeMachine();

  onProgress('Starting Switchyard and its database …');
  const switchyard = await startSwitchyard({ via: 'node' });
  stopper.add('Switchyard', async () => void (await switchyard.stop()));
  const generator = startLoadGenerator();
  stopper.add('load generator', generator.stop);

  onProgress('Asking for every decision once …');
  const answered = await askAll(switchyard);
  const load = { generator, clients, requests: templates(switchyard.testKey) };
  const readings: Reading[] = [];
  const echoes: Reading[] = [];
  const ours = subject({ ...load, port: portOf(switchyard), pid: switchyard.pid }, readings);
  const comparisons = await compareEchoes(
    context,
    answered,
    (server, json) => subject({ ...load, ...server }, json ? [] : echoes),
    ours,
  );
  if (!options.short) {
    onProgress('Warming up …');
    for (const warm of new Set(comparisons.flatMap((one) => [one.ours, one.theirs])))
      await warm.measure(WARM_UP_SECONDS);
  }
  const measured = await measureInTurns(comparisons, {
    seconds,
    rounds,
    onRound: (round) => onProgress(`Round ${round + 1} of ${rounds} …`),
    beforeEach: () => waitUntilQuiet(waitSeconds * 1000),
  });
  const perSecond = measured[0]?.oursPerSecond.median ?? Number.NaN;
  return {
    machine,
    clients,
    seconds,
    rounds,
    comparisons: measured,
    notes: [
      `That is ${(perSecond / PUBLISHED_PER_SECOND).toFixed(1)} times the ${PUBLISHED_PER_SECOND} requests a second that Juspay publishes for its decision-engine on two cores (aim: ${MULTIPLE_AIM}).`,
      ...processorNote(readings.slice(-rounds), echoes.slice(-rounds)),
      latencyNote(readings.slice(-rounds)),
      sizeNote(answered),
      `The load generator took at most ${Math.round(generator.busyMax() * 100)} % of one core.`,
    ],
  };
}

interface Answered {
  readonly body: string;
  readonly answer: ApiAnswer;
}

async function askAll(switchyard: RunningSwitchyard): Promise<readonly Answered[]> {
  const api = createApi(switchyard.baseUrl, switchyard.testKey);
  const answered: Answered[] = [];
  for (const request of sampleDecisions()) {
    const answer = await api(PATH, { body: request });
    if (answer.status >= 300) throw new Error(`The bench asks what is refused: ${answer.text}`);
    answered.push({ body: JSON.stringify(request), answer });
  }
  return answered;
}

function templates(key: string): readonly RequestTemplate[] {
  return sampleDecisions().map((body) => requestTemplate({ method: 'POST', path: PATH, key, body }));
}

interface Load {
  readonly generator: LoadGenerator;
  readonly port: number;
  readonly pid: number;
  readonly clients: number;
  readonly requests: readonly RequestTemplate[];
}

interface Reading extends LoadLatency {
  /** Processor time of the server for each request, in microseconds. */
  readonly processorUs: number;
}

function subject({ generator, port, pid, clients, requests }: Load, readings: Reading[]): Subject {
  return {
    measure: async (seconds) => {
      const before = processorSeconds(pid);
      const { perSecond, latency } = await generator.measure({
        port,
        connections: clients,
        seconds,
        requests,
      });
      const spent = (processorSeconds(pid) ?? Number.NaN) - (before ?? Number.NaN);
      readings.push({ ...latency, processorUs: (spent * 1_000_000) / (perSecond * seconds) });
      return perSecond;
    },
  };
}

async function compareEchoes(
  { stopper }: HttpBenchContext,
  answered: readonly Answered[],
  requestsTo: (server: EchoServer, json: boolean) => Subject,
  ours: Subject,
): Promise<readonly Comparison[]> {
  const [first] = answered;
  const headers = [...(first?.answer.headers ?? [])].filter(([name]) => !ADDED_BY_NODE.has(name));
  const echo = async (json: boolean): Promise<Subject> => {
    const server = await startEchoServer({
      answers: answered.map(({ body, answer }) => [body, answer.text]),
      headers,
      status: first?.answer.status ?? 0,
      keepAliveTimeoutMs: HTTP_LIMITS.keepAliveTimeoutMs,
      json,
    });
    stopper.add('echo server', server.stop);
    return requestsTo(server, json);
  };
  const what = `POST ${PATH}`;
  return [
    { what, against: 'node:http echo', ours, theirs: await echo(false), target: SHARE_TARGET },
    { what, against: 'node:http echo with JSON', ours, theirs: await echo(true) },
  ];
}

/** Those that Node adds by itself come by themselves on the other side too. */
const ADDED_BY_NODE: ReadonlySet<string> = new Set(['connection', 'content-length', 'date', 'keep-alive']);

/** Others on the machine slow both sides down, and not alike: ours waits for the disk. Processor time they change little. */
function processorNote(ours: readonly Reading[], echoes: readonly Reading[]): readonly string[] {
  const our = spreadOf(ours.map(({ processorUs }) => processorUs)).median;
  const echo = spreadOf(echoes.map(({ processorUs }) => processorUs)).median;
  if (Number.isNaN(our) || Number.isNaN(echo)) return [];
  return [
    `In processor time a request costs our server ${Math.round(our)} µs, all its threads together, and the echo ${Math.round(echo)} µs: a share of ${(echo / our).toFixed(2)}.`,
  ];
}

function latencyNote(readings: readonly Reading[]): string {
  const p50Ms = spreadOf(readings.map((one) => one.p50Ms)).median;
  const p99 = spreadOf(readings.map((one) => one.p99Ms));
  return `Half of the answers came within ${p50Ms.toFixed(1)} ms and 99 % within ${p99.median.toFixed(1)} ms (${p99.min.toFixed(1)}..${p99.max.toFixed(1)} over the rounds), each durable before it was sent.`;
}

function sizeNote(answered: readonly Answered[]): string {
  const requests = spreadOf(answered.map(({ body }) => Buffer.byteLength(body)));
  const answers = spreadOf(answered.map(({ answer }) => Buffer.byteLength(answer.text)));
  return `A request is ${requests.median} bytes and its answer ${answers.median} (${answers.min}..${answers.max}): every connection is chosen, an alternative or excluded, each with its explanation.`;
}

function portOf(switchyard: RunningSwitchyard): number {
  return Number(new URL(switchyard.baseUrl).port);
}
