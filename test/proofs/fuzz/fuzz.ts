/**
 * No request can make the service fail, leak or lie: thousands of requests with something wrong in every part, down to
 * bytes that are no HTTP, get an answer as the contract has it; afterwards the service is as healthy as before, and
 * its logs hold nothing of what people sent.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Api, createApi } from '../../harness/api.ts';
import { inParallel } from '../../harness/in-parallel.ts';
import { createRandom } from '../../harness/random.ts';
import { openRawConnection, type RawConnection, type RawOutcome } from '../../harness/raw-connection.ts';
import { type RunningSwitchyard, startSwitchyard, temporaryDir } from '../../harness/start-switchyard.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { Proof, ProofOptions, Verdict } from '../proof.ts';
import { ALL_CANARIES, canariesIn } from './canaries.ts';
import { checkAnswer } from './check-answer.ts';
import { type BadRequest, generateBadRequest } from './generate.ts';
import { residentBytes } from './memory.ts';
import type { World } from './valid-requests.ts';

export const fuzz: Proof = {
  name: 'fuzz',
  claim: 'no bad request gets a 500, an answer of another shape, or anything personal back',
  unit: 'requests',
  scaleShort: 2_000,
  scaleLong: 20_000,
  async run(options) {
    const dataDir = temporaryDir();
    const findings = createFindings();
    const switchyard = await startSwitchyard({ via: 'node', dataDir });
    let facts: Verdict['facts'] = {};
    try {
      facts = await sendAll(switchyard, options, findings);
      await checkHealth(switchyard, findings);
    } finally {
      await switchyard.stop();
      checkLogs(switchyard, findings);
      await rm(dataDir, { recursive: true, force: true });
    }
    return { failures: findings.list(), facts };
  },
};

const CONNECTIONS = 16;
const WARM_UP_SHARE = 0.1;
/** Buffers and compiled code come and go; a leak of one request body in a hundred would be more than this. */
const GROWTH_BYTES_MAX = 250 * 1024 * 1024;

async function sendAll(
  switchyard: RunningSwitchyard,
  { seed, scale, onProgress }: ProofOptions,
  findings: Findings,
): Promise<Verdict['facts']> {
  const random = createRandom(seed);
  const world = await makeWorld(switchyard);
  const statuses = new Map<number, number>();
  const connections = Array.from({ length: CONNECTIONS }, () => openRawConnection(switchyard.baseUrl));
  const batch = async (count: number): Promise<void> => {
    // All are generated before any is sent, so that what is sent depends on the seed alone.
    const requests = Array.from({ length: count }, () => generateBadRequest(world, random.fork()));
    const free = [...connections];
    await inParallel(requests, CONNECTIONS, async (request) => {
      const connection = free.pop() ?? openRawConnection(switchyard.baseUrl);
      const status = await sendOne(connection, request, findings);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      free.push(connection);
    });
  };

  const warmUp = Math.ceil(scale * WARM_UP_SHARE);
  await batch(warmUp);
  const before = await residentBytes(switchyard.output());
  for (let sent = warmUp; sent < scale; sent += BATCH) {
    await batch(Math.min(BATCH, scale - sent));
    onProgress(`${Math.min(sent + BATCH, scale)} of ${scale} requests sent, ${findings.count} findings`);
  }
  for (const connection of connections) connection.close();
  const grown = (await residentBytes(switchyard.output())) - before;
  if (grown > GROWTH_BYTES_MAX) findings.add('the memory of the service grows without end', `${grown} bytes`);
  return {
    requests: scale,
    ...Object.fromEntries(
      [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => [`→ ${status}`, count]),
    ),
    'memory grown, MiB': Math.round(grown / 1024 / 1024),
  };
}

const BATCH = 1_000;

async function makeWorld({ baseUrl, testKey }: RunningSwitchyard): Promise<World> {
  const api = createApi(baseUrl, testKey);
  const make = async (path: string, body: object): Promise<string> => {
    const made = await api(path, { body });
    if (made.status !== 201) throw new Error(`POST ${path} was answered with ${made.status}: ${made.text}`);
    return made.body.id;
  };
  const customer = await make('/v1/customers', { externalId: 'somebody' });
  const payto = 'payto://iban/DE75512108001245126199';
  const account = await make('/v1/accounts', { holderName: 'Somebody', payto });
  const events = await api('/v1/events?limit=1');
  const payer = { country: 'GB' };
  const decided = await api('/v1/route_decisions', { body: { operation: 'banking.ais.balances', payer } });
  const { id: decision, rail } = decided.body;
  if (rail === undefined) throw new Error(`Nothing was decided: ${decided.text}`);
  const event = events.body.data[0].id;
  return { host: new URL(baseUrl).host, key: testKey, customer, account, event, decision, rail };
}

/** Answers the status, or 0 when there was none. */
async function sendOne(connection: RawConnection, request: BadRequest, findings: Findings): Promise<number> {
  const outcome = await connection.send(request.raw);
  for (const problem of problemsOf(request, outcome)) {
    findings.add(problem, describe(request, outcome));
  }
  return outcome.kind === 'answer' ? outcome.answer.status : 0;
}

function problemsOf(request: BadRequest, outcome: RawOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'answer':
      return checkAnswer(request, outcome.answer);
    case 'silence':
      return ['no answer came'];
    case 'closed':
      return ['the connection was closed without an answer'];
    case 'malformed':
      return [`the answer is not HTTP: ${outcome.detail}`];
  }
}

const DETAIL_LENGTH_MAX = 400;

function describe({ mutations, raw }: BadRequest, outcome: RawOutcome): string {
  const bytes = JSON.stringify(raw.bytes.toString('latin1').slice(0, DETAIL_LENGTH_MAX));
  const sent = `[${mutations.join(', ')}] ${bytes}`;
  return outcome.kind === 'answer'
    ? `${sent}\n      → ${outcome.answer.text.slice(0, DETAIL_LENGTH_MAX)}`
    : sent;
}

async function checkHealth({ baseUrl, testKey }: RunningSwitchyard, findings: Findings): Promise<void> {
  const ready = await fetch(`${baseUrl}/readyz`);
  if (!ready.ok) findings.add(`the service is not ready afterwards (${ready.status})`);
  const api: Api = createApi(baseUrl, testKey);
  const customer = await api('/v1/customers', { body: { externalId: 'afterwards', name: 'Somebody Else' } });
  if (customer.status !== 201)
    findings.add(`an ordinary request gets ${customer.status} afterwards`, customer.text);
}

/** Nothing that was planted is in any log, and the service found no fault of its own. */
function checkLogs(switchyard: RunningSwitchyard, findings: Findings): void {
  const { dataDir, testKey, output } = switchyard;
  const log = readFileSync(join(dataDir, 'switchyard.log'), 'utf8');
  const lines = log.split('\n').filter((line) => line !== '');
  if (lines.length === 0) findings.add('the log is empty, so nothing was proved about it');
  const logs = { log, 'database log': readFileSync(join(dataDir, 'postgres.log'), 'utf8'), output: output() };
  for (const [name, text] of Object.entries(logs)) {
    for (const canary of canariesIn(text, ALL_CANARIES))
      findings.add(`the ${name} holds personal data`, canary);
  }
  if (log.includes(testKey)) findings.add('the log holds an API key');
  for (const line of lines) if (JSON.parse(line).level >= 50) findings.add('the log tells of a fault', line);
}
