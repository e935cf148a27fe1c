/**
 * Nothing is lost on the way to a receiver, and nobody waits for another. Two nodes send to endpoints of which three in ten fail,
 * refuse, dawdle, are moody or never answer.
 *
 * At first in real time, with the real limit of 15 seconds for a try: those that answer must hear of an event soon, while
 * others hang. Then the nodes' clock is moved along the schedule, a node is killed on the way, and in the end each message must
 * have been delivered or have died of its tenth try. What a receiver acknowledged is what the log calls delivered.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { TRIES_MAX } from '../../../packages/server/src/domain/webhooks/retry-schedule.ts';
import { TRY_TIMEOUT_MS } from '../../../packages/server/src/workflows/webhooks/limits.ts';
import { createRandom, type Random } from '../../harness/random.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { Proof, ProofOptions, Verdict } from '../proof.ts';
import { MANNERS, type Manner, startReceivers } from './receivers.ts';
import { appendSteadily, openSite, type Site } from './site.ts';
import { startWorkers, type Workers } from './workers.ts';

export const webhooks: Proof = {
  name: 'webhooks',
  claim:
    'every webhook is delivered or dies of its tenth try, and those that answer hear within two seconds while others hang',
  unit: 'messages',
  scaleShort: 1_000,
  scaleLong: 100_000,
  async run(options) {
    const findings = createFindings();
    const random = createRandom(options.seed);
    const state = { isLate: false };
    const receivers = await startReceivers({
      random: random.fork(),
      findings,
      slowMs: () => (state.isLate ? SLOW_MS_LATE : SLOW_MS),
      isClockOurs: () => !state.isLate,
    });
    const manners = deal(random, options.scale);
    const site = await openSite(manners, receivers);
    try {
      const facts = await prove(site, options, findings, () => {
        state.isLate = true;
      });
      return { failures: findings.list(), facts };
    } finally {
      await site.stop();
      await receivers.stop();
    }
  },
};

const NODES = 2;
const FIRST_TRY_MS_P99_MAX = 2_000;
const SLOW_MS = 1_500;
/** On the way along the schedule a try may take only so long, or those that hang would take hours. */
const TRY_TIMEOUT_MS_LATE = 250;
const SLOW_MS_LATE = 100;
/** Well below what a machine of two cores can do beside everything else it does: nothing here is about throughput. */
const messagesPerSecond = (scale: number) => (scale >= LARGE_SCALE ? 200 : 60);
const LARGE_SCALE = 20_000;
const WARM_UP_EVENTS = 4;

/** Out of a hundred endpoints. */
const SHARES: Readonly<Record<Manner, number>> = {
  healthy: 70,
  failing: 8,
  refusing: 5,
  slow: 6,
  flaky: 5,
  hanging: 6,
};

/** A few environments of fifty endpoints, or two of ten. */
function deal(random: Random, scale: number): readonly (readonly Manner[])[] {
  const [environments, each] = scale >= LARGE_SCALE ? [4, 50] : [2, 10];
  const hundred = MANNERS.flatMap((manner) => Array.from({ length: SHARES[manner] }, () => manner));
  const count = environments * each;
  // In even steps, so that every share is met however few there are; the rest is chance.
  const dealt = Array.from(
    { length: count },
    (_, at) => hundred[Math.floor((at * 100) / count)] ?? 'healthy',
  );
  const shuffled = dealt
    .map((manner) => ({ manner, at: random.between(0, 0xffff_ffff) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ manner }) => manner);
  return Array.from({ length: environments }, (_, at) => shuffled.slice(at * each, (at + 1) * each));
}

async function prove(
  site: Site,
  { scale, onProgress }: ProofOptions,
  findings: Findings,
  onLate: () => void,
): Promise<Verdict['facts']> {
  const perEvent = site.endpoints.length / site.environments.length;
  const events = Math.ceil(scale / perEvent);
  const orders = { connection: site.connection, masterKey: site.masterKey, skewMs: 0 };
  const early = await startWorkers(NODES, { ...orders, tryTimeoutMs: TRY_TIMEOUT_MS });
  const healthy = site.endpoints.filter(({ receiver }) => receiver.manner === 'healthy');
  const allHeard = async (count: number) => {
    const expected = healthy.length * (count / site.environments.length);
    const heard = () => healthy.reduce((total, { receiver }) => total + receiver.firstMs.size, 0);
    for (let waits = 0; heard() < expected && waits < 300; waits += 1) await wait(100);
  };
  // Programs that have just been started are slow at everything: that is not what this is about.
  await appendSteadily(site, WARM_UP_EVENTS, messagesPerSecond(scale) / perEvent);
  await allHeard(WARM_UP_EVENTS);
  for (const { receiver } of healthy) receiver.firstMs.clear();
  onProgress(`${events} events for ${site.endpoints.length} endpoints, in real time`);
  await appendSteadily(site, events, messagesPerSecond(scale) / perEvent);
  await allHeard(events);
  const firstMs = healthy.flatMap(({ receiver }) => [...receiver.firstMs.values()]).toSorted((a, b) => a - b);
  const p99 = firstMs[Math.floor(firstMs.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  if (p99 >= FIRST_TRY_MS_P99_MAX) findings.add(`the 99th of 100 first tries came after ${p99} ms`);
  const hung = sum(site, 'hanging');
  if (hung === 0) findings.add('nobody hung while others were served');
  await early.stop();
  onLate();
  const late = await startWorkers(NODES, { ...orders, tryTimeoutMs: TRY_TIMEOUT_MS_LATE });
  const jumps = await followSchedule(site, late, onProgress);
  await late.stop();
  const ends = await judge(site, findings);
  return {
    messages: ends.delivered + ends.dead,
    ...ends,
    'first try, median ms': firstMs[Math.floor(firstMs.length / 2)] ?? 0,
    'first try, p99 ms': p99,
    'first try, most ms': firstMs.at(-1) ?? 0,
    'tries that hung meanwhile': hung,
    jumps,
  };
}

function sum(site: Site, manner: Manner): number {
  return site.endpoints
    .filter(({ receiver }) => receiver.manner === manner)
    .reduce((total, { receiver }) => total + receiver.requests, 0);
}

/** To the next try of those that wait, again and again, until none does. On the way one node dies. */
async function followSchedule(
  site: Site,
  workers: Workers,
  onProgress: (line: string) => void,
): Promise<number> {
  let skewMs = 0;
  let jumps = 0;
  for (;;) {
    const { pending, due, nextMs, lastMs } = await waiting(site, Date.now() + skewMs);
    if (pending === 0) return jumps;
    if (due > 0) {
      await wait(200);
      continue;
    }
    jumps += 1;
    if (jumps === KILL_AT_JUMP) await killInTheMiddle(site, workers);
    skewMs = Math.max(skewMs, Math.min(lastMs, nextMs + AHEAD_MS_MAX) - Date.now() + 1);
    onProgress(`${pending} messages wait; the clock goes ${Math.round(skewMs / 60_000)} minutes ahead`);
    workers.setClock(skewMs);
  }
}

const KILL_AT_JUMP = 3;
/** Nobody waits much longer than its schedule says, or five days of failures would be over before ten tries are. */
const AHEAD_MS_MAX = 3 * 60 * 60 * 1000;

/** What the dead one held is free at once: its leases are ended here, and with them those of the living. */
async function killInTheMiddle(site: Site, workers: Workers): Promise<void> {
  await wait(300);
  await workers.killOne();
  await site.query(
    'update switchyard.webhook_queue set leased_until = clock_timestamp() where leased_until is not null',
  );
}

async function waiting(site: Site, nowMs: number) {
  let [pending, due, nextMs, lastMs] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (const environment of site.environments) {
    const [row] = await site.query<{
      pending: number;
      due: number;
      next: Date | null;
      last: Date | null;
      behind: boolean;
    }>(
      `select count(*)::integer as pending, min(next_at) as next, max(next_at) as last,
        count(*) filter (where next_at <= '${new Date(nowMs).toISOString()}')::integer as due,
        (select min(cursor) from switchyard.webhook_queue q where q.environment_id = '${environment.id}')
          < (select last_sequence from switchyard.event_counter where environment_id = '${environment.id}') as behind
       from switchyard.webhook_message where status = 'pending'`,
      environment.id,
    );
    // Events that are still to become messages count as one that is due.
    pending += (row?.pending ?? 0) + (row?.behind === true ? 1 : 0);
    due += (row?.due ?? 0) + (row?.behind === true ? 1 : 0);
    nextMs = Math.min(nextMs, row?.next?.getTime() ?? nextMs);
    lastMs = Math.max(lastMs, row?.last?.getTime() ?? 0);
  }
  return { pending, due, nextMs, lastMs };
}

interface Ends {
  readonly delivered: number;
  readonly dead: number;
  readonly attempts: number;
  readonly requests: number;
}

async function judge(site: Site, findings: Findings): Promise<Ends> {
  let [delivered, dead, attempts] = [0, 0, 0];
  for (const environment of site.environments) {
    const endpoints = new Map(
      site.endpoints
        .filter((endpoint) => endpoint.environment === environment)
        .map((each) => [each.id, each]),
    );
    const [{ events } = { events: 0 }] = await site.query<{ events: number }>(
      'select count(*)::integer as events from switchyard.event',
      environment.id,
    );
    const rows = await site.query<MessageRow>(
      `select m.endpoint_id, m.event_id, m.status, m.tries, count(a.number)::integer as attempts
        from switchyard.webhook_message m left join switchyard.webhook_attempt a
          on a.environment_id = m.environment_id and a.endpoint_id = m.endpoint_id and a.event_id = m.event_id
        group by m.environment_id, m.endpoint_id, m.event_id`,
      environment.id,
    );
    if (rows.length !== events * endpoints.size) {
      findings.add('an environment does not have a message for each event and endpoint', `${rows.length}`);
    }
    for (const row of rows) {
      attempts += row.attempts;
      if (row.status === 'delivered') delivered += 1;
      else if (row.status === 'dead') dead += 1;
      for (const problem of problemsOf(row, endpoints.get(row.endpoint_id)?.receiver)) findings.add(problem);
    }
  }
  const requests = site.endpoints.reduce((total, { receiver }) => total + receiver.requests, 0);
  return { delivered, dead, attempts, requests };
}

interface MessageRow {
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly status: string;
  readonly tries: number;
  readonly attempts: number;
}

function problemsOf(
  row: MessageRow,
  receiver: Site['endpoints'][number]['receiver'] | undefined,
): readonly string[] {
  if (receiver === undefined) return ['a message is for no endpoint'];
  const problems: string[] = [];
  const isAcknowledged = receiver.acknowledged.has(row.event_id);
  if (row.status === 'pending') problems.push('a message still waits at the end');
  if (row.status === 'delivered' && !isAcknowledged)
    problems.push('a message is delivered to one who never said so');
  if (row.status === 'dead' && row.tries !== TRIES_MAX) problems.push('a message died before its tenth try');
  if (row.attempts !== row.tries) problems.push('a try is not in the log');
  if (row.status !== 'delivered' && ['healthy', 'slow'].includes(receiver.manner)) {
    problems.push('a message to one who answers was not delivered');
  }
  if (row.status === 'delivered' && ['failing', 'refusing', 'hanging'].includes(receiver.manner)) {
    problems.push('a message is delivered to one who never takes any');
  }
  return problems;
}
