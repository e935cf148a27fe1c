import type { Measured } from '../rounds.ts';
import { type PaymentsReport, PGBENCH_CLIENTS } from './payments-bench.ts';

/** The report as a page of the docs; the same is printed. */
export function paymentsPage(report: PaymentsReport): string {
  const { machine, recorded, cost } = report;
  const { statements, transactions, varying } = recorded;
  const trips = new Set(statements.map(({ roundTrip }) => roundTrip)).size;
  const whole = cost.serverMs + cost.databaseMs + cost.simulatorMs + cost.payersMs;
  const part = (what: string, ms: number) => `| ${what} | ${ms.toFixed(1)} | ${percent(ms / whole)} |`;
  return [
    '# Payments, from the quote to the payee',
    '',
    '<!-- Written by `npm run bench -- payments --docs`; change the bench, not this page. -->',
    '',
    'A payer asks for quotes, pays along one, approves on the provider’s page, comes back, and the money arrives. What is counted has',
    'succeeded. One node in production settings, real Postgres; the TrueLayer adapter speaks to the simulator over HTTP, which pays out',
    'after a second, as asynchronously as a bank, and tells of it by a signed webhook.',
    '',
    `Node ${machine.node}, ${machine.platform}, ${machine.cores} cores shared by node, database, simulator and payers, ${percent(machine.busyBefore)} of them busy with`,
    `other work before the start. ${report.payers} payers, each one payment after the other; ${report.rounds} rounds of ${report.seconds} s, in turns with pgbench. A ratio is taken`,
    'within a round: the median, and the rounds at either end.',
    '',
    '| Payments a second | against | there | ratio | min..max |',
    '|---:|---|---:|---:|---|',
    row(report.plain),
    row(report.pipelined),
    '',
    `Half of the payments took ${seconds(report.p50Ms)} from the first request to the news that they had succeeded, and 99 % at most ${seconds(report.p99Ms)}.`,
    '',
    '## Where the time goes',
    '',
    'Processor time for one payment, all threads and processes of each together. On the same two cores nothing can be faster than their',
    'sum allows; a provider and payers of flesh and blood would not take any of it.',
    '',
    '| | ms | |',
    '|---|---:|---:|',
    part('node', cost.serverMs),
    part('database', cost.databaseMs),
    part('simulator, and the door that its webhooks pass', cost.simulatorMs),
    part('payers', cost.payersMs),
    '',
    `pgbench takes ${report.plainDatabaseMs.toFixed(1)} ms of the database for the same payment, and ${report.pipelinedDatabaseMs.toFixed(1)} ms when it sends together what the service sends together.`,
    'Its connections are new in every round, so each plans every statement first.',
    '',
    '## What pgbench runs',
    '',
    `${report.pgbench}, prepared, ${PGBENCH_CLIENTS} clients, as many as the node has connections. A node was watched through a tap while one payment`,
    `was made: ${statements.length} statements in ${transactions} transactions and ${trips} round trips, by the requests, the webhooks and the worker. Each transaction`,
    `of pgbench is that whole life, in the order in which its transactions ended, on one connection. The ${varying.size} ids that were new in the`,
    'recording are new in every replay, also inside JSON. Before anything is measured a few replays are made, and each must end as a',
    'payment that has succeeded. Without pipelines every statement is a round trip.',
    '',
    'It differs from the service in this:',
    '',
    '- What the node does whether anybody pays or not is left out: looks at its queues, signs of life, and snapshots, which are cut once a',
    '  second at most, for all payments together.',
    '- So no worker claims the job of a payment. What is written under the worker’s lease is written all the same, but asking whether',
    '  the lease holds and giving it back find nothing, and the job stays until the round is over.',
    '- Nothing of what is sealed, learnt or timed changes from one replay to the next: the same rows of statistics are written again.',
    '- An id inside JSON is put there by the database, with a call of `replace` for each.',
    '- The client’s reading of the event log, by which payers know that they are done, is not replayed.',
    '- The statements of one payment come one after the other; in the service those of a webhook may run beside those of a request.',
    '',
  ].join('\n');
}

function row({ against, oursPerSecond, theirsPerSecond, ratio }: Measured): string {
  const [ours, theirs] = [oursPerSecond, theirsPerSecond].map(({ median }) => median.toFixed(1));
  return `| ${ours} | ${against} | ${theirs} | ${ratio.median.toFixed(2)} | ${ratio.min.toFixed(2)}..${ratio.max.toFixed(2)} |`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
