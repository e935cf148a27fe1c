/**
 * The providers' books equal ours: three API nodes and two workers on one Postgres are killed, or stopped until their leases are
 * long over, again and again, while people pay over every kind of rail and the providers fail too. Nothing is lost, nothing is
 * done twice, and when it is quiet again everything ends that can.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { OTHER_PAYTO, PAYTO } from '../../conformance/fixtures.ts';
import { type Parties, type Payment, partiesOf, USDC_BASE } from '../../conformance/paying.ts';
import { type Api, createApi } from '../../harness/api.ts';
import { inParallel } from '../../harness/in-parallel.ts';
import { createRandom } from '../../harness/random.ts';
import { type Cluster, startCluster } from '../../harness/start-nodes.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { Proof, ProofOptions, Verdict } from '../proof.ts';
import { auditEvents } from './audit-events.ts';
import { transfersTo } from './chain-books.ts';
import { disturbPayments } from './faults.ts';
import { openFleet } from './fleet.ts';
import { approveLate, type Paid, type Payers, startPayers } from './payers.ts';
import { type Books, openBooks } from './provider-books.ts';
import { isForAnOperator, isOver, type Judged, openingOf, reconcile } from './reconcile.ts';
import { settling } from './settled-call.ts';

export const paymentKill: Proof = {
  name: 'payment-kill',
  claim:
    'the providers’ books equal ours when API nodes and workers are killed or stopped past their leases while people pay',
  unit: 'kills',
  scaleShort: 6,
  scaleLong: 500,
  async run(options) {
    const findings = createFindings();
    const books = openBooks();
    const cluster = await startCluster({ providers: [books.provider], seed: options.seed });
    try {
      const facts = await payThroughKills(cluster, books, options, findings);
      return { failures: findings.list(), facts };
    } finally {
      await cluster.stop();
    }
  },
};

const PAYERS = 24;
const STRIKE_EVERY_MS_MIN = 100;
const STRIKE_EVERY_MS_MAX = 1_500;
/** An unknown leg is looked at after 2, 10, 30 and 120 seconds; webhooks come 20 s late; a lease lasts 30 s. */
const RESOLVE_MS_MAX = 240_000;
/** What only an operator can clear up is looked at a few times all the same, in case it clears up by itself. */
const OPERATOR_MS_MIN = 15_000;
const LOOK_EVERY_MS = 1_000;
const WIDTH = 16;
/** Who approved and closed the tab is found out about by then. */
const INTERRUPTED_LOOKS = 20;
const CHAIN = { id: 8453, token: USDC_BASE.slice(USDC_BASE.indexOf('0x')) };
const CHAIN_PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

async function payThroughKills(
  cluster: Cluster,
  books: Books,
  { seed, scale, onProgress }: ProofOptions,
  findings: Findings,
): Promise<Verdict['facts']> {
  const random = createRandom(seed);
  const fleet = await openFleet(cluster);
  const api = settling(createApi(cluster.balancer.url, cluster.keys.test));
  const parties: Parties = await partiesOf(api)();
  for (const payto of [PAYTO, OTHER_PAYTO]) for (const number of numbersOf(payto)) books.watch(number);
  const opening = openingOf(books);
  const arrivedBefore = (await transfersTo(cluster.simulator.baseUrl, CHAIN, CHAIN_PAYEE)).length;
  const endFaults = await disturbPayments(cluster.simulator.baseUrl);
  const payers = startPayers({ api, parties, random: random.fork(), findings, count: PAYERS });
  const strikes = { killed: 0, stopped: 0 };
  try {
    for (let strike = 1; strike <= scale; strike += 1) {
      await sleep(random.between(STRIKE_EVERY_MS_MIN, STRIKE_EVERY_MS_MAX));
      strikes[await fleet.strike(random)] += 1;
      if (strike % 10 === 0)
        onProgress(`${strike} of ${scale} strikes, ${payers.acknowledged.size} payments`);
    }
    await fleet.whole();
    onProgress('the nodes are whole and the providers well; everybody finishes');
  } finally {
    await endFaults();
    await payers.finish();
  }
  const judged = await untilResolved(api, await allPaid(api, payers, findings), findings);
  for (const { payment } of judged)
    if (!isOver(payment)) onProgress(`left to an operator: ${storyOf(payment)}`);
  onProgress('our books and the providers’ are compared');
  reconcile(judged, books, opening, findings);
  const arrived = await transfersTo(cluster.simulator.baseUrl, CHAIN, CHAIN_PAYEE);
  judgeChain(judged, arrived.slice(arrivedBefore), findings);
  const events = await auditEvents(api, judged, findings);
  const ended = (status: string) => judged.filter(({ payment }) => payment.status === status).length;
  return {
    ...strikes,
    payments: judged.length,
    succeeded: ended('succeeded'),
    failed: ended('failed'),
    cancelled: ended('cancelled'),
    'left to an operator': judged.filter(({ payment }) => !isOver(payment)).length,
    'returned after a later leg was refused': judged.filter(({ payment }) =>
      payment.legs.some(({ compensationOf }) => compensationOf !== undefined),
    ).length,
    'without a quote': payers.unquoted(),
    events,
  };
}

/** The same account as a bank would write it: by IBAN, and in Britain by sort code too. */
function numbersOf(payto: string): readonly string[] {
  const iban = payto.slice('payto://iban/'.length);
  return iban.startsWith('GB') ? [iban, `${iban.slice(8, 14)}-${iban.slice(14)}`] : [iban];
}

/** Every payment there is, with what somebody set out to pay by it. Nobody was told of one that is not there. */
async function allPaid(
  api: Api,
  { asked, acknowledged }: Payers,
  findings: Findings,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let after = ''; ; ) {
    const { body } = await api(`/v1/payment_intents?limit=100${after}`);
    for (const { id, quote } of body.data) {
      const paid = asked.get(quote);
      if (paid === undefined) findings.add('a payment was made that nobody asked for', id);
      else made.push({ id, paid });
    }
    if (!body.hasMore) break;
    after = `&after=${body.next}`;
  }
  const there = new Set(made.map(({ id }) => id));
  for (const id of acknowledged) if (!there.has(id)) findings.add('an acknowledged payment is gone', id);
  const quotes = new Set(made.map(({ paid }) => paid.quote.id));
  if (quotes.size !== made.length) findings.add('a quote was paid twice', `${made.length}, ${quotes.size}`);
  return made;
}

interface Made {
  readonly id: string;
  readonly paid: Paid;
}

async function untilResolved(
  api: Api,
  made: readonly Made[],
  findings: Findings,
): Promise<readonly Judged[]> {
  const startedMs = Date.now();
  const judged: Judged[] = [];
  await inParallel(made, WIDTH, async ({ id, paid }) => {
    for (let look = 0; ; look += 1) {
      const { status, body, text } = await api(`/v1/payment_intents/${id}`);
      if (status !== 200) {
        findings.add(`an acknowledged payment is answered with ${status}`, text);
        return;
      }
      const forMs = Date.now() - startedMs;
      const isOperators = isForAnOperator(body) && forMs > OPERATOR_MS_MIN;
      if (isOver(body) || isOperators || forMs > RESOLVE_MS_MAX) {
        if (!isOver(body) && !isOperators)
          findings.add('a payment has not ended', `${paid.reference} ${storyOf(body)}`);
        judged.push({ paid, payment: body });
        return;
      }
      if (body.status === 'requires_action' && look === INTERRUPTED_LOOKS) await approveLate(api, body);
      await sleep(LOOK_EVERY_MS);
    }
  });
  return judged;
}

function storyOf({ id, status, legs }: Payment): string {
  return `${id} ${status}: ${legs.map((leg) => `${leg.rail} ${leg.status}`).join(', ')}`;
}

/** Amounts are each payment's own, so that a transfer tells which one it was. */
function judgeChain(judged: readonly Judged[], arrived: readonly bigint[], findings: Findings): void {
  const onChain = judged.filter(({ paid }) => paid.rail === 'usdc-base');
  const times = (value: string) => arrived.filter((one) => one === BigInt(value)).length;
  for (const { payment } of onChain) {
    const expected = payment.status === 'succeeded' ? 1 : 0;
    const count = times(payment.receive.value);
    if (isOver(payment) ? count !== expected : count > 1)
      findings.add('a chain has another number of transfers', `${payment.id}: ${payment.status}, ${count}`);
  }
  const known = new Set(onChain.map(({ payment }) => BigInt(payment.receive.value)));
  for (const value of arrived)
    if (!known.has(value)) findings.add('a chain has a transfer that is not ours', String(value));
}
