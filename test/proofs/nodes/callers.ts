/** Clients that never stop calling. Only a connection that breaks is made again; every answer but a right one is a finding. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, ApiAnswer, ApiRequest } from '../../harness/api.ts';
import { germanIban } from '../../harness/german-iban.ts';
import type { Random } from '../../harness/random.ts';
import type { Findings } from '../findings.ts';

export interface Callers {
  readonly made: () => number;
  /** How often a connection was reset and the call made once more. */
  readonly repeated: () => number;
  readonly longestMs: () => number;
  finish(): Promise<void>;
  /** Every account that anybody was told of is there, once. */
  verify(): Promise<void>;
}

interface Call {
  readonly path: string;
  readonly status: number;
  readonly request: ApiRequest;
}

const PAUSE_MS_MAX = 30;
const AGAIN_MAX = 5;
const AGAIN_PAUSE_MS = 20;
const DECISION = {
  operation: 'banking.pis.single',
  amount: { value: '25000', asset: 'iso4217:GBP' },
  payer: { country: 'GB', scheme: 'gb-scan' },
  payee: { country: 'GB', scheme: 'gb-scan' },
};

export function startCallers(options: {
  readonly api: Api;
  readonly count: number;
  readonly random: Random;
  readonly findings: Findings;
}): Callers {
  const { api, findings } = options;
  const accounts = new Set<string>();
  let made = 0;
  let repeated = 0;
  let longestMs = 0;
  let finishing = false;

  async function answerTo({ path, request }: Call): Promise<ApiAnswer | undefined> {
    for (let again = 0; again <= AGAIN_MAX; again += 1) {
      try {
        return await api(path, request);
      } catch {
        repeated += 1;
        await sleep(AGAIN_PAUSE_MS);
      }
    }
    findings.add('a call could not be made', path);
    return undefined;
  }

  async function live(random: Random): Promise<void> {
    while (!finishing) {
      made += 1;
      const call = newCall(random, made);
      const startedMs = Date.now();
      const answer = await answerTo(call);
      longestMs = Math.max(longestMs, Date.now() - startedMs);
      if (answer !== undefined && answer.status !== call.status)
        findings.add(`${call.path} was answered with ${answer.status}`, answer.text);
      if (answer?.status === 201 && call.path === '/v1/accounts') accounts.add(answer.body.id);
      await sleep(random.between(0, PAUSE_MS_MAX));
    }
  }

  const all = Promise.all(Array.from({ length: options.count }, () => live(options.random.fork())));
  return {
    made: () => made,
    repeated: () => repeated,
    longestMs: () => longestMs,
    async finish() {
      finishing = true;
      await all;
    },
    async verify() {
      const listed: string[] = [];
      for (let after = ''; ; ) {
        const { body } = await api(`/v1/accounts?limit=100${after}`);
        listed.push(...body.data.map(({ id }: { readonly id: string }) => id));
        if (!body.hasMore) break;
        after = `&after=${body.next}`;
      }
      const there = new Set(listed);
      for (const id of accounts)
        if (!there.has(id)) findings.add('an account that was acknowledged is gone', id);
      for (const id of there)
        if (!accounts.has(id)) findings.add('an account was made that nobody was told of', id);
    },
  };
}

function newCall(random: Random, number: number): Call {
  const headers = { 'Idempotency-Key': `nodes-${number}` };
  if (random.chance(0.4))
    return { path: '/v1/route_decisions', status: 200, request: { body: DECISION, headers } };
  if (random.chance(0.5)) {
    const body = { holderName: `Holder ${number}`, payto: `payto://iban/${germanIban(number)}` };
    return { path: '/v1/accounts', status: 201, request: { body, headers } };
  }
  return { path: '/v1/customers?limit=10', status: 200, request: {} };
}
