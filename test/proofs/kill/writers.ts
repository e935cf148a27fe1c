/**
 * Clients that never stop writing and behave as the API asks: a write whose outcome is unknown is sent again with
 * the same Idempotency-Key and the same body until there is an answer. Only then does it go into the ledger.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer } from '../../harness/api.ts';
import { germanIban } from '../../harness/german-iban.ts';
import type { Random } from '../../harness/random.ts';
import type { Findings } from '../findings.ts';
import { type Ledger, SUCCESS, type Write } from './ledger.ts';
import type { Site } from './site.ts';

export interface WritersOptions {
  readonly site: Site;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly findings: Findings;
}

export interface Writers {
  /** At full pace the database always has commits under way; the slow one leaves room to look around. */
  pace(pace: 'full' | 'slow'): void;
  /** Waits until every write that was begun is acknowledged. */
  finish(): Promise<void>;
}

const PAYMENT = {
  operation: 'banking.pis.single',
  amount: { value: '25000', asset: 'iso4217:GBP' },
  payer: { country: 'GB', scheme: 'gb-scan' },
  payee: { country: 'GB', scheme: 'gb-scan' },
};

const WRITERS = 12;
const PAUSES_MS_MAX = { full: 10, slow: 400 } as const;
const RETRY_MS_MAX = 60;
const ATTEMPT_MS_MAX = 10_000;
const SETTLE_MS_MAX = 60_000;
/** One refusal may have been a mistake that the next attempt shows; after so many there is no hope. */
const REFUSALS_MAX = 3;
/** Few enough that different clients often ask for the same customer, under different keys. */
const EXTERNAL_IDS = 500;

export function startWriters(options: WritersOptions): Writers {
  const { random, ledger } = options;
  let pauseMsMax: number = PAUSES_MS_MAX.full;
  let finishing = false;
  let begun = 0;
  const work = async (own: Random): Promise<void> => {
    while (!finishing) {
      begun += 1;
      await settle(options, newWrite(begun, own, ledger), own);
      await sleep(own.between(0, pauseMsMax));
    }
  };
  const all = Promise.all(Array.from({ length: WRITERS }, () => work(random.fork())));
  return {
    pace(pace) {
      pauseMsMax = PAUSES_MS_MAX[pace];
    },
    async finish() {
      finishing = true;
      await all;
    },
  };
}

function newWrite(number: number, random: Random, ledger: Ledger): Write {
  const key = `kill-${number}`;
  const metadata = { key };
  if (random.chance(0.2)) return { path: '/v1/route_decisions', key, body: PAYMENT };
  const decided = random.chance(0.2)
    ? ledger.anyDecision((count) => random.between(0, count - 1))
    : undefined;
  if (decided !== undefined) {
    return { path: '/v1/outcomes', key, body: { ...decided, status: 'succeeded', latencyMs: number } };
  }
  if (random.chance(0.25)) {
    const externalId = `user-${random.between(1, EXTERNAL_IDS)}`;
    return { path: '/v1/customers', key, body: { externalId, name: `User ${number}`, metadata } };
  }
  const customer = random.chance(0.5)
    ? ledger.anyCustomer((count) => random.between(0, count - 1))
    : undefined;
  const payto = `payto://iban/${germanIban(number)}`;
  const holder = customer === undefined ? {} : { customer };
  return { path: '/v1/accounts', key, body: { ...holder, holderName: `Holder ${number}`, payto, metadata } };
}

async function settle(
  { site, ledger, findings }: WritersOptions,
  write: Write,
  random: Random,
): Promise<void> {
  const deadline = Date.now() + SETTLE_MS_MAX;
  let refusals = 0;
  for (let attempts = 1; ; attempts += 1) {
    const answer = await attempt(site, write);
    if (answer?.status === SUCCESS[write.path]) {
      ledger.add({ ...write, id: answer.body.id, text: answer.text, attempts });
      return;
    }
    if (answer !== undefined && !isUnsettled(answer)) {
      findings.add(`a write was answered with ${answer.status}`, `${write.key}: ${answer.text}`);
      refusals += 1;
    }
    if (Date.now() > deadline || refusals === REFUSALS_MAX) {
      findings.add('a write was never settled', write.key);
      return;
    }
    await sleep(random.between(1, RETRY_MS_MAX));
  }
}

/** Undefined when no answer came: the outcome is then unknown. */
async function attempt(site: Site, { path, key, body }: Write): Promise<ApiAnswer | undefined> {
  try {
    const headers = { 'Idempotency-Key': key };
    return await site.api(path, { body, headers, signal: AbortSignal.timeout(ATTEMPT_MS_MAX) });
  } catch {
    return undefined;
  }
}

/** What an honest service says while its database is away, or while the first attempt is still running. */
function isUnsettled({ status, body }: ApiAnswer): boolean {
  return status === 503 || (status === 409 && body.data?.explanation?.key === 'idempotency.in_flight');
}
