/**
 * Nothing acknowledged is ever lost, and nothing is done twice: the server, its database, or both are killed again
 * and again while clients write and repeat what they got no answer to. After each return everything that was
 * acknowledged is there, once; at the end nothing is left running.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, processesIn } from '../../harness/processes-in.ts';
import { createRandom, type Random } from '../../harness/random.ts';
import { temporaryDir } from '../../harness/start-switchyard.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { Proof, ProofOptions, Verdict } from '../proof.ts';
import { type Acknowledged, createLedger, type Ledger } from './ledger.ts';
import { patient } from './patient-api.ts';
import { openSite, type Site, STRIKES } from './site.ts';
import { verifyLearnt, verifyLists, verifyReadable, verifyReplays } from './verify.ts';
import { startWriters } from './writers.ts';

export const kill: Proof = {
  name: 'kill',
  claim: 'nothing acknowledged is lost and nothing is done twice when the server and its database are killed',
  unit: 'kills',
  scaleShort: 4,
  scaleLong: 20,
  async run(options) {
    const dataDir = temporaryDir();
    const findings = createFindings();
    const site = await openSite(dataDir);
    let facts: Verdict['facts'] = {};
    try {
      facts = await strikeAgainAndAgain(site, options, findings);
    } finally {
      await endSite(site, dataDir, findings);
    }
    return { failures: findings.list(), facts };
  },
};

/** Between two kills so many writes succeed at least, so that each kill has something to destroy … */
const WRITES_BETWEEN_MIN = 40;
/** … and then it strikes at any moment. */
const STRIKE_MS_MAX = 300;
/** Of the writes that were verified in earlier rounds, how many are tried again in each. */
const OLDER_SAMPLE = 50;
const REPLAY_SAMPLE = 100;
/** After so long without an outcome a snapshot holds all that was learnt. */
const SNAPSHOT_FRESH_MS = 4_500;

async function strikeAgainAndAgain(
  site: Site,
  { seed, scale, onProgress }: ProofOptions,
  findings: Findings,
): Promise<Verdict['facts']> {
  const random = createRandom(seed);
  const ledger = createLedger();
  const writers = startWriters({ site, ledger, random: random.fork(), findings });
  let verified = 0;
  let downMs = 0;
  try {
    for (let round = 1; round <= scale; round += 1) {
      const what = STRIKES[(round - 1) % STRIKES.length] ?? 'both';
      writers.pace('full');
      while (ledger.writes.length < verified + WRITES_BETWEEN_MIN) await sleep(10);
      await sleep(random.between(0, STRIKE_MS_MAX));
      const tookMs = await site.strike(what, random.chance(0.5));
      downMs += tookMs;
      writers.pace('slow');
      const known = [...ledger.writes];
      await verifyRound(site, known, verified, random, findings);
      onProgress(
        `kill ${round} of ${scale} (${what}): back after ${tookMs} ms, ${known.length} writes acknowledged`,
      );
      verified = known.length;
    }
  } finally {
    await writers.finish();
  }
  onProgress('everything once more');
  const events = await verifyEverything(site, ledger, findings);
  return {
    kills: scale,
    'ms to come back': Math.round(downMs / scale),
    writes: ledger.writes.length,
    'sent more than once': ledger.writes.filter(({ attempts }) => attempts > 1).length,
    events,
  };
}

async function verifyRound(
  site: Site,
  known: readonly Acknowledged[],
  verified: number,
  random: Random,
  findings: Findings,
): Promise<void> {
  const fresh = known.slice(verified);
  const older = Array.from({ length: verified === 0 ? 0 : OLDER_SAMPLE }, () => random.pick(known));
  const api = patient(site.api);
  await verifyReadable(api, [...fresh, ...older], findings);
  // The last ones before the strike are those whose commits were nearest to it.
  await verifyReplays(api, [...fresh.slice(-REPLAY_SAMPLE), ...older], findings);
  await verifyLists(api, known, findings);
}

async function verifyEverything(site: Site, { writes }: Ledger, findings: Findings): Promise<number> {
  await verifyReadable(site.api, writes, findings);
  await verifyReplays(site.api, writes, findings);
  const { accounts, events } = await verifyLists(site.api, writes, findings);
  await sleep(SNAPSHOT_FRESH_MS);
  await verifyLearnt(site.api, writes, findings);
  // Nobody writes any more and every write was settled, so now there must be nothing beyond the ledger either.
  const acknowledged = new Set(writes.filter(({ path }) => path === '/v1/accounts').map(({ id }) => id));
  for (const id of accounts.difference(acknowledged))
    findings.add('an account was acknowledged to nobody', id);
  if (events !== accounts.size)
    findings.add('there are more events than accounts', `${events}, ${accounts.size}`);
  return events;
}

async function endSite(site: Site, dataDir: string, findings: Findings): Promise<void> {
  const code = await site.stop();
  if (code !== 0) findings.add('the service did not end well', `code ${code}`);
  for (const { pid, command } of await processesIn(dataDir)) {
    findings.add('a process was left running', `${pid} ${command}`);
  }
  for (const pid of site.pids) if (isRunning(pid)) findings.add('a process was left running', String(pid));
  await rm(dataDir, { recursive: true, force: true });
}
