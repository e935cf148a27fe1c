/** People who pay, one payment after the other, and what they remember of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@switchyard/contract';
import {
  euros,
  type Parties,
  type Payment,
  pounds,
  type Quote,
  RETURN_URI,
  usdc,
} from '../../conformance/paying.ts';
import type { Api } from '../../harness/api.ts';
import type { Random } from '../../harness/random.ts';
import { walkPages } from '../../harness/walk-pages.ts';
import type { Findings } from '../findings.ts';

/** What somebody set out to pay; whether they were told of the payment or not, it is known by its quote. */
export interface Paid {
  readonly quote: Quote;
  readonly reference: string;
  readonly rail: string;
}

export interface Payers {
  /** By quote: whatever was asked to be paid. */
  readonly asked: ReadonlyMap<string, Paid>;
  /** The payments that somebody was told of. */
  readonly acknowledged: ReadonlySet<string>;
  /** How often no route was offered, because its provider was failing just then. */
  readonly unquoted: () => number;
  /** Nobody begins another; waits until everybody has done what they wanted. */
  finish(): Promise<void>;
}

export interface PayersOptions {
  readonly api: Api;
  readonly parties: Parties;
  readonly random: Random;
  readonly findings: Findings;
  readonly count: number;
}

/** Which rail a payment must go over, and how often. */
const RAILS: readonly string[] = [
  ...Array.from({ length: 6 }, () => 'truelayer'),
  ...Array.from({ length: 5 }, () => 'wise'),
  ...Array.from({ length: 3 }, () => 'usdc-base'),
  'berlin-group-xs2a',
  'berlin-group-xs2a',
  'enable-banking',
  'plaid',
];
/** What a reference asks of the simulator, beside being the payment's own. */
const WISHES = ['', '', '', '', '', 'SIM reset ', 'SIM error ', 'SIM refused ', 'SIM slow '];
const ACTION_MS_MAX = 240_000;
const LOOK_EVERY_MS = 1_000;
const PAUSE_MS_MAX = 400;

export function startPayers(options: PayersOptions): Payers {
  const { random, findings } = options;
  const asked = new Map<string, Paid>();
  const acknowledged = new Set<string>();
  let number = 0;
  let unquoted = 0;
  let finishing = false;
  const live = async (own: Random): Promise<void> => {
    while (!finishing) {
      number += 1;
      try {
        if (!(await payOnce(options, own, number, { asked, acknowledged }))) unquoted += 1;
      } catch (error) {
        findings.add('a payment could not be gone through', String(error));
      }
      await sleep(own.between(0, PAUSE_MS_MAX));
    }
  };
  const all = Promise.all(Array.from({ length: options.count }, () => live(random.fork())));
  return {
    asked,
    acknowledged,
    unquoted: () => unquoted,
    async finish() {
      finishing = true;
      await all;
    },
  };
}

/** False when there was no quote to pay along. */
async function payOnce(
  { api, parties, findings }: PayersOptions,
  random: Random,
  number: number,
  { asked, acknowledged }: { readonly asked: Map<string, Paid>; readonly acknowledged: Set<string> },
): Promise<boolean> {
  const rail = random.pick(RAILS);
  const reference = `${random.pick(WISHES)}K${number}`;
  const quote = await quoteOver(api, parties, rail, number);
  if (quote === undefined) return false;
  const { id: quoteId, digest } = quote;
  asked.set(quoteId, { quote, reference, rail });
  const created = await api('/v1/payment_intents', {
    body: {
      quote: quoteId,
      digest,
      returnUri: RETURN_URI,
      // A transfer on a chain carries none.
      ...(quote.referenceMax === 0 ? {} : { reference }),
    },
  });
  if (created.status !== 201) {
    const isLate = created.status === 409 && created.body.data.code === 'quote_expired';
    if (!isLate) findings.add(`a payment was answered with ${created.status}`, created.text);
    return false;
  }
  const payment: Payment = created.body;
  acknowledged.add(payment.id);
  await goThrough(api, random, payment, findings);
  return true;
}

async function quoteOver(
  api: Api,
  parties: Parties,
  rail: string,
  number: number,
): Promise<Quote | undefined> {
  const value = String(1_000 + number);
  const wish =
    rail === 'wise'
      ? { from: parties.british, to: parties.germanPayee, amount: euros(value) }
      : rail === 'usdc-base'
        ? { from: parties.wallet, to: parties.walletPayee, amount: usdc(value) }
        : rail === 'truelayer' || rail === 'plaid'
          ? { from: parties.british, to: parties.britishPayee, amount: pounds(value) }
          : { from: parties.german, to: parties.germanPayee, amount: euros(value) };
  const { status, body } = await api('/v1/route_quotes', { body: wish });
  if (status !== 200) return undefined;
  const { quotes }: OutputOf<'routeQuotes.create'> = body;
  return quotes.find(({ legs }) => legs.some((leg) => leg.rail === rail));
}

/** Waits for the page, decides there, and comes back or does not; some ask to cancel, before or after. */
async function goThrough(api: Api, random: Random, payment: Payment, findings: Findings): Promise<void> {
  const cancels = random.chance(0.08);
  const cancelsEarly = cancels && random.chance(0.5);
  if (cancelsEarly) await cancel(api, payment, findings);
  let now = payment;
  const deadline = Date.now() + ACTION_MS_MAX;
  while (now.status === 'processing' && now.action?.type !== 'redirect') {
    // Later legs wait for the first, which may be in doubt for long.
    if (now.legs[0]?.status !== 'pending' || Date.now() > deadline) break;
    await sleep(LOOK_EVERY_MS);
    now = (await api(`/v1/payment_intents/${payment.id}`)).body;
  }
  if (now.action?.type !== 'redirect') return;
  const params = await decideAt(now.action.url, random.chance(0.1) ? 'decline' : 'approve');
  if (cancels && !cancelsEarly) await cancel(api, payment, findings);
  // People close the tab; webhooks and looks have to do then.
  if (params === undefined || random.chance(0.3)) return;
  const { status, text } = await api(`/v1/payment_intents/${payment.id}/advance`, {
    body: { returnParams: params },
  });
  if (status !== 200) findings.add(`advance was answered with ${status}`, text);
}

/** What a person brings back. Who was told of the page only minutes later, by a repeated answer, may find it closed. */
async function decideAt(url: string, verdict: 'approve' | 'decline') {
  try {
    return (await walkPages(url, verdict)).params;
  } catch (error) {
    if (/, not 410\b/.test(String(error))) return undefined;
    throw error;
  }
}

/** Who was interrupted at their bank comes back to it in the end, and approves. */
export async function approveLate(api: Api, payment: Payment): Promise<void> {
  if (payment.action?.type !== 'redirect') return;
  const params = await decideAt(payment.action.url, 'approve').catch(() => undefined);
  // Who has approved already finds no page any more, and need not bring anything back.
  if (params !== undefined)
    await api(`/v1/payment_intents/${payment.id}/advance`, { body: { returnParams: params } });
}

async function cancel(api: Api, { id }: Payment, findings: Findings): Promise<void> {
  const { status, text } = await api(`/v1/payment_intents/${id}/cancel`, { method: 'POST' });
  if (status !== 200 && status !== 409) findings.add(`cancel was answered with ${status}`, text);
}
