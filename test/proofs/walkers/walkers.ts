/**
 * The event log misses nothing: readers who walk it while many clients write see every event exactly once, in the
 * order of its number, without a gap, and the events are those of exactly the accounts that were acknowledged.
 *
 * The database is the proof's own, so that it can hold transactions open under the readers' feet, and so that the
 * control, which must fail, runs in the very same one.
 */
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { type Api, createApi } from '../../harness/api.ts';
import { createRandom, type Random } from '../../harness/random.ts';
import { startSwitchyard, temporaryDir } from '../../harness/start-switchyard.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { Proof, ProofOptions, Verdict } from '../proof.ts';
import { auditWalk, describeAudit } from './audit-walk.ts';
import { walkNaiveLog } from './naive-log.ts';
import { createPassing } from './passing.ts';
import { readEvents } from './read-events.ts';
import { type Stragglers, straggle } from './stragglers.ts';
import { type Walk, walkLog } from './walk-log.ts';
import { writeLoad } from './write-load.ts';

export const walkers: Proof = {
  name: 'walkers',
  claim:
    'every reader of the event log sees each event once, in order and without a gap, while 64 clients write',
  unit: 'accounts',
  scaleShort: 800,
  scaleLong: 20_000,
  async run(options) {
    const random = createRandom(options.seed);
    const findings = createFindings();
    const dataDir = temporaryDir();
    const database = await startEmbeddedPostgres({ dataDir });
    const pool = new pg.Pool({ ...database.connection, max: POOL_MAX });
    pool.on('error', () => {});
    try {
      const facts = await walkOurs(pool, options, random, findings);
      options.onProgress('the control: the same readers over a bigserial table');
      const control = await walkControl(pool, random, findings);
      return { failures: findings.list(), facts: { ...facts, ...control } };
    } finally {
      await pool.end();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const POOL_MAX = 24;
const WRITERS = 64;
const NOBODY: Stragglers = { subjects: [], overtaken: 0 };
/** Nothing of this type happens here, so its reader must see nothing. */
const NEVER_SEEN = 'leg.updated';
const READERS = [
  { type: undefined },
  { type: undefined },
  { type: undefined },
  { type: undefined },
  { type: 'account.updated' },
  { type: 'account.updated' },
  { type: 'account.updated' },
  { type: NEVER_SEEN },
] as const;

async function walkOurs(
  pool: pg.Pool,
  options: ProofOptions,
  random: Random,
  findings: Findings,
): Promise<Verdict['facts']> {
  const switchyard = await startSwitchyard({
    via: 'node',
    environment: { SWITCHYARD_DATABASE_URL: urlOf(pool) },
  });
  try {
    const api = createApi(switchyard.baseUrl, switchyard.testKey);
    return await readAndWrite(api, pool, options, random, findings);
  } finally {
    await switchyard.stop();
  }
}

async function readAndWrite(
  api: Api,
  pool: pg.Pool,
  { scale, onProgress }: ProofOptions,
  random: Random,
  findings: Findings,
): Promise<Verdict['facts']> {
  const passing = createPassing(READERS.filter(({ type }) => type !== NEVER_SEEN).length);
  const done = { clients: false, all: false };
  const walks = allOrNone(
    READERS.map(({ type }, reader) => {
      const readPage = readEvents(api, type, findings);
      const watched = type === NEVER_SEEN ? readPage : passing.watch(reader, readPage);
      return walkLog(watched, random.fork(), () => done.all);
    }),
  );
  const stragglers = allOrNone([straggle({ pool, passing, writersAreDone: () => done.clients })]);
  const begunAt = Date.now();
  try {
    const onWritten = progressEvery(2_000, scale, onProgress);
    const load = await writeLoad({ api, writers: WRITERS, accounts: scale, random, findings, onWritten });
    const seconds = (Date.now() - begunAt) / 1000;
    done.clients = true;
    const [late = NOBODY] = await stragglers();
    done.all = true;
    const finished = await walks();
    judge(finished, new Set([...load.accounts, ...late.subjects]), findings);
    if (late.overtaken === 0)
      findings.add('no reader ever overtook an open transaction, so little was tried');
    return {
      accounts: load.accounts.size,
      'accounts/s': Math.round(load.accounts.size / seconds),
      'committed late': late.subjects.length,
      'after readers had passed': late.overtaken,
      customers: load.customers.size,
      repeats: load.repeats,
      pages: finished.reduce((sum, { pages }) => sum + pages, 0),
      'times at the tail': finished.reduce((sum, { caughtUp }) => sum + caughtUp, 0),
    };
  } finally {
    // Whatever failed, nobody goes on reading or writing while the service is being stopped.
    done.clients = true;
    done.all = true;
    await Promise.allSettled([walks(), stragglers()]);
  }
}

/** Waits for work in the background, whose failure is told to whoever asks for it, and not before. */
function allOrNone<T>(promises: readonly Promise<T>[]): () => Promise<readonly T[]> {
  const all = Promise.all(promises);
  all.catch(() => {});
  return () => all;
}

function judge(walks: readonly Walk[], written: ReadonlySet<string>, findings: Findings): void {
  for (const [index, { type }] of READERS.entries()) {
    const expected = type === NEVER_SEEN ? new Set<string>() : written;
    for (const problem of describeAudit(auditWalk(walks[index]?.entries ?? [], expected))) {
      findings.add(`reader ${index} (${type ?? 'all types'}) ${problem}`);
    }
  }
}

async function walkControl(pool: pg.Pool, random: Random, findings: Findings): Promise<Verdict['facts']> {
  const { audits, straggler } = await walkNaiveLog({ pool, writers: 16, readers: 4, rows: 400, random });
  for (const [index, { lost }] of audits.entries()) {
    if (!lost.includes(straggler)) findings.add(`the control lost nothing to reader ${index}`);
  }
  return { 'lost by the control': audits.map(({ lost }) => lost.length).join(' + ') };
}

function urlOf({ options }: pg.Pool): string {
  const { user = '', host = '', port = 0, database = '' } = options;
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

function progressEvery(
  step: number,
  total: number,
  onProgress: (line: string) => void,
): (written: number) => void {
  let next = step;
  return (written) => {
    if (written < next) return;
    next += step;
    onProgress(`${written} of ${total} accounts written`);
  };
}
