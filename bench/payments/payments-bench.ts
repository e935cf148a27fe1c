/**
 * How many payments a second go from their quote to the payee, against pgbench that sends the same statements to the same
 * database. One node as an operator runs it; its adapter calls the simulator, where the payer approves. While pgbench runs the
 * node stands still, and the other way round.
 */
import { createCustomer, OTHER_PAYTO, registerAccount } from '../../test/conformance/fixtures.ts';
import { linkAccount } from '../../test/conformance/paying.ts';
import { createApi } from '../../test/harness/api.ts';
import { type Cluster, type Node, startCluster } from '../../test/harness/start-nodes.ts';
import { until } from '../../test/harness/until.ts';
import { findPgbench, type Pgbench } from '../database/pgbench.ts';
import { type DatabaseWatch, watchDatabase } from '../database/watch-database.ts';
import { describeMachine, type Machine, waitUntilQuiet } from '../machine.ts';
import { processorSeconds } from '../processor-time.ts';
import { type Measured, measureInTurns, type Subject } from '../rounds.ts';
import { spreadOf } from '../statistics.ts';
import { type Accounts, approvePayment, RAIL } from './approve-payment.ts';
import { type RecordedPayment, recordPayment } from './record-payment.ts';
import { checkReplay, createReplay, type Replay } from './replay-payments.ts';
import { type Payers, startPayers } from './start-payers.ts';

/** As many as the node has connections to the database. */
export const PGBENCH_CLIENTS = 8;

export interface PaymentsOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly payers: number;
  /** How long a measurement may wait for others to leave the machine alone. */
  readonly waitSeconds: number;
}

/** Processor time for each payment, in milliseconds. */
export interface PaymentCost {
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly simulatorMs: number;
  readonly payersMs: number;
}

export interface PaymentsReport extends PaymentsOptions {
  readonly machine: Machine;
  readonly pgbench: string;
  readonly recorded: RecordedPayment;
  /** Against pgbench with a round trip for each statement, and with those of the service. */
  readonly plain: Measured;
  readonly pipelined: Measured;
  readonly cost: PaymentCost;
  /** Of the database alone, for one payment of pgbench's. */
  readonly plainDatabaseMs: number;
  readonly pipelinedDatabaseMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Stage {
  readonly cluster: Cluster;
  readonly node: Node;
  readonly payers: Payers;
  readonly accounts: Accounts;
  readonly databaseSeconds: DatabaseWatch;
}

interface Reading extends PaymentCost {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function runPaymentsBench(
  options: PaymentsOptions,
  context: { readonly onProgress: (line: string) => void; readonly onStop: (stop: () => unknown) => void },
): Promise<PaymentsReport> {
  const { seconds, rounds, payers: count, waitSeconds } = options;
  const machine = await describeMachine();
  context.onProgress('Starting the database, the simulator and a node …');
  const cluster = await startCluster();
  context.onStop(cluster.stop);
  const pgbench = findPgbench(cluster.postgres.connection.host, PGBENCH_CLIENTS);
  if (pgbench === undefined)
    throw new Error('There is no pgbench on this machine (Debian: postgresql-contrib)');
  const { recorded, accounts } = await prepare(cluster, context.onProgress);
  const replay = createReplay(cluster, recorded);
  await checkReplay(pgbench, replay);

  const node = await cluster.startNode('all');
  const payers = startPayers();
  context.onStop(payers.stop);
  const databaseSeconds = await watchDatabase(cluster.postgres.pid() ?? 0);
  const stage = { cluster, node, payers, accounts, databaseSeconds };
  context.onProgress('Warming up …');
  const readings: Reading[] = [];
  const ours = paying(stage, count, readings);
  await ours.measure(seconds);
  readings.length = 0;
  const plainMs: number[] = [];
  const pipelinedMs: number[] = [];
  const measured = await measureInTurns(
    [
      { ...WHAT, against: 'pgbench', ours, theirs: replaying(stage, pgbench, replay, 'plain', plainMs) },
      {
        ...WHAT,
        against: 'pgbench, pipelined',
        ours,
        theirs: replaying(stage, pgbench, replay, 'pipelined', pipelinedMs),
      },
    ],
    {
      seconds,
      rounds,
      onRound: (round) => context.onProgress(`Round ${round + 1} of ${rounds} …`),
      beforeEach: () => waitUntilQuiet(waitSeconds * 1000),
    },
  );
  const [plain, pipelined] = measured;
  if (plain === undefined || pipelined === undefined) throw new Error('Both have been measured');
  const median = (of: (one: Reading) => number) => spreadOf(readings.map(of)).median;
  return {
    ...options,
    machine,
    pgbench: pgbench.version,
    recorded,
    plain,
    pipelined,
    cost: {
      serverMs: median((one) => one.serverMs),
      databaseMs: median((one) => one.databaseMs),
      simulatorMs: median((one) => one.simulatorMs),
      payersMs: median((one) => one.payersMs),
    },
    plainDatabaseMs: spreadOf(plainMs).median,
    pipelinedDatabaseMs: spreadOf(pipelinedMs).median,
    p50Ms: median((one) => one.p50Ms),
    p99Ms: median((one) => one.p99Ms),
  };
}

const WHAT = { what: 'payments' };

/** Two accounts, and what one payment between them sends. */
async function prepare(
  cluster: Cluster,
  onProgress: (line: string) => void,
): Promise<{ readonly recorded: RecordedPayment; readonly accounts: Accounts }> {
  const setUp = await cluster.startNode('all');
  const api = createApi(setUp.baseUrl, cluster.keys.test);
  const { id: customer } = await createCustomer(api, { name: 'Ada Lovelace' });
  const accounts = {
    from: await linkAccount(api, customer, 'GB', RAIL, 'monzo'),
    to: (await registerAccount(api, { payto: OTHER_PAYTO, holderName: 'Grace Hopper' })).id,
  };
  cluster.balancer.remove(setUp.baseUrl);
  await setUp.stop();
  onProgress('Recording what one payment sends to the database …');
  const recorded = await recordPayment(cluster, (baseUrl) =>
    approvePayment(createApi(baseUrl, cluster.keys.test), accounts, '1250'),
  );
  return { recorded, accounts };
}

function paying(stage: Stage, count: number, readings: Reading[]): Subject {
  const { cluster, node, payers, accounts } = stage;
  return {
    warmsUpItself: true,
    measure: async (seconds) => {
      node.signal('SIGCONT');
      await until(() => isReady(cluster.balancer.url));
      const before = await spentSeconds(stage);
      const job = { baseUrl: node.baseUrl, key: cluster.keys.test, ...accounts, payers: count, seconds };
      const { perSecond, succeeded, p50Ms, p99Ms } = await payers.pay(job);
      const after = await spentSeconds(stage);
      const each = (of: keyof typeof after) => ((after[of] - before[of]) * 1000) / succeeded;
      readings.push({
        p50Ms,
        p99Ms,
        serverMs: each('server'),
        databaseMs: each('database'),
        simulatorMs: each('simulator'),
        payersMs: each('payers'),
      });
      await untilQuiet(cluster);
      node.signal('SIGSTOP');
      return perSecond;
    },
  };
}

function replaying(
  { databaseSeconds }: Stage,
  pgbench: Pgbench,
  replay: Replay,
  style: 'plain' | 'pipelined',
  databaseMs: number[],
): Subject {
  return {
    warmsUpItself: true,
    measure: async (seconds) => {
      const [doneBefore, spentBefore] = [await replay.succeeded(), await databaseSeconds()];
      const perSecond = await pgbench.measure(replay.script(style), seconds);
      const spent = (await databaseSeconds()) - spentBefore;
      databaseMs.push((spent * 1000) / ((await replay.succeeded()) - doneBefore));
      await replay.clearJobs();
      return perSecond;
    },
  };
}

/** The simulator is in this process, beside the door that its webhooks pass. */
async function spentSeconds({ node, payers, databaseSeconds }: Stage) {
  const { user, system } = process.cpuUsage();
  return {
    server: processorSeconds(node.pid) ?? Number.NaN,
    database: await databaseSeconds(),
    simulator: (user + system) / 1_000_000,
    payers: processorSeconds(payers.pid) ?? Number.NaN,
  };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  return answer?.status === 200;
}

/** A node that stood still in the middle of a payment would hold its locks. */
async function untilQuiet(cluster: Cluster): Promise<void> {
  await until(async () => {
    const jobs = await cluster.lookAt(`select from switchyard.job where kind = 'payment.drive'`);
    return jobs.length === 0;
  });
}
