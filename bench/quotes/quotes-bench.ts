/**
 * How fast routes are found and priced, and how that grows with the number of connections. Real server and database; the
 * adapters call the simulator, which has a process of its own. All sizes are asked in turns, because the machine is seldom
 * ours alone.
 */
import { RAIL_MODULES } from '@switchyard/rails';
import { startTestServer, type TestServer } from '../../packages/server/src/testing/test-server.ts';
import { type DatabaseWatch, watchDatabase } from '../database/watch-database.ts';
import { requestTemplate } from '../http/request-template.ts';
import { type LoadGenerator, startLoadGenerator } from '../http/start-load-generator.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { processorSeconds } from '../processor-time.ts';
import { type SimulatorProcess, startSimulatorProcess } from '../start-simulator-process.ts';
import { spreadOf } from '../statistics.ts';
import { type EngineTime, measureEngine } from './engine-time.ts';
import { type Furnished, furnish } from './furnish.ts';

export const SIZES = [10, 30, 100] as const;
export const CLIENTS = 4;

export type Kind = 'pounds to pounds' | 'pounds to euros';
export const KINDS: readonly Kind[] = ['pounds to pounds', 'pounds to euros'];

/** Processor time for each call, in microseconds, of all threads and processes of each. */
export interface Processor {
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly simulatorUs: number;
}

interface Reading extends Processor {
  readonly size: number;
  readonly kind: Kind;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Row extends Reading, EngineTime {}

export interface QuotesReport {
  readonly machine: Machine;
  readonly seconds: number;
  readonly rounds: number;
  readonly rows: readonly Row[];
}

interface Stage {
  readonly server: TestServer;
  readonly simulator: SimulatorProcess;
  readonly generator: LoadGenerator;
  readonly databaseSeconds: DatabaseWatch;
}

export async function runQuotesBench(
  options: { readonly seconds: number; readonly rounds: number },
  context: { readonly onProgress: (line: string) => void; readonly onStop: (stop: () => unknown) => void },
): Promise<QuotesReport> {
  const { seconds, rounds } = options;
  const machine = await describeMachine();
  const simulator = await startSimulatorProcess();
  context.onStop(simulator.stop);
  // Without its worker, which would look after linked accounts and directories meanwhile.
  const server = await startTestServer({ modules: RAIL_MODULES, worker: false });
  context.onStop(server.stop);
  const generator = startLoadGenerator();
  context.onStop(generator.stop);
  const stage = {
    server,
    simulator,
    generator,
    databaseSeconds: await watchDatabase(await databasePid(server)),
  };
  const environments = new Map<number, Furnished>();
  const engines = new Map<string, EngineTime>();
  for (const size of SIZES) {
    context.onProgress(`${size} connections …`);
    const furnished = await furnish(server, simulator.baseUrl, size);
    environments.set(size, furnished);
    for (const kind of KINDS)
      engines.set(
        `${size} ${kind}`,
        await measureEngine(server, furnished, payeeOf(furnished, kind), amount(AMOUNTS[0]), seconds),
      );
  }
  const raw: Reading[] = [];
  for (let round = 0; round < rounds; round += 1) {
    context.onProgress(`Round ${round + 1} of ${rounds} …`);
    for (const [size, furnished] of round % 2 === 0 ? environments : [...environments].toReversed())
      for (const kind of KINDS) {
        raw.push({ size, kind, ...(await measure(stage, furnished, kind, seconds)) });
        await expectRoutes(furnished, kind, engines.get(`${size} ${kind}`)?.routes);
      }
  }
  return { machine, seconds, rounds, rows: summarise(raw, engines) };
}

/** In pence; a request differs from the next. */
const AMOUNTS = ['12500', '980', '45000', '7333', '150000', '2099', '60001', '31415'] as const;

function amount(value: string) {
  return { value, asset: 'iso4217:GBP' };
}

function payeeOf({ britishPayee, germanPayee }: Furnished, kind: Kind): string {
  return kind === 'pounds to pounds' ? britishPayee : germanPayee;
}

function wishOf(furnished: Furnished, kind: Kind, value: string) {
  return { from: furnished.payer, to: payeeOf(furnished, kind), amount: amount(value) };
}

async function databasePid({ store }: TestServer): Promise<number> {
  const [row] = await store.asOwner<{ pid: number }>('select pg_backend_pid() as pid');
  if (row === undefined) throw new Error('The database does not say who it is');
  return row.pid;
}

async function measure(
  stage: Stage,
  furnished: Furnished,
  kind: Kind,
  seconds: number,
): Promise<Omit<Reading, 'size' | 'kind'>> {
  const { server, generator } = stage;
  const before = await spentSeconds(stage);
  const { perSecond, latency } = await generator.measure({
    port: Number(new URL(server.baseUrl).port),
    connections: CLIENTS,
    seconds,
    requests: AMOUNTS.map((value) =>
      requestTemplate({
        method: 'POST',
        path: '/v1/route_quotes',
        key: furnished.key.text,
        body: wishOf(furnished, kind, value),
      }),
    ),
  });
  if (perSecond === 0) throw new Error(`Nothing was answered within ${seconds} s`);
  const after = await spentSeconds(stage);
  // What is under way when the time is over is answered too, one for each client.
  const each = (spent: number) => (spent * 1_000_000) / (perSecond * seconds + CLIENTS);
  return {
    perSecond,
    ...latency,
    serverUs: each(after.server - before.server),
    databaseUs: each(after.database - before.database),
    simulatorUs: each(after.simulator - before.simulator),
  };
}

/** The server is in this process, which does nothing else while it is under load. */
async function spentSeconds({ simulator, databaseSeconds }: Stage) {
  const { user, system } = process.cpuUsage();
  return {
    server: (user + system) / 1_000_000,
    database: await databaseSeconds(),
    simulator: processorSeconds(simulator.pid) ?? Number.NaN,
  };
}

/** A provider that was overrun would be left out, which is quick, and no quote. */
async function expectRoutes(furnished: Furnished, kind: Kind, routes: number | undefined): Promise<void> {
  const body = wishOf(furnished, kind, AMOUNTS[0]);
  const answer = await furnished.key.api('/v1/route_quotes', { body });
  if (answer.status !== 200 || answer.body.quotes.length !== routes)
    throw new Error(`After the load there are not ${routes} routes: ${answer.text}`);
}

function summarise(raw: readonly Reading[], engines: ReadonlyMap<string, EngineTime>): readonly Row[] {
  return SIZES.flatMap((size) =>
    KINDS.map((kind): Row => {
      const same = raw.filter((one) => one.size === size && one.kind === kind);
      const median = (of: (one: Reading) => number) => spreadOf(same.map(of)).median;
      const engine = engines.get(`${size} ${kind}`);
      if (engine === undefined) throw new Error('Every size and kind has been measured');
      return {
        size,
        kind,
        ...engine,
        perSecond: median((one) => one.perSecond),
        p50Ms: median((one) => one.p50Ms),
        p99Ms: median((one) => one.p99Ms),
        serverUs: median((one) => one.serverUs),
        databaseUs: median((one) => one.databaseUs),
        simulatorUs: median((one) => one.simulatorUs),
      };
    }),
  );
}
