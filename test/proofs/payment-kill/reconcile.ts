/**
 * Our books against the providers'. Every payment that succeeded reached its payee once, to the minor unit; one that failed or
 * was cancelled never did; one that nobody can know about reached it at most once; and what left the banks and went through the
 * transit balance is what our legs say.
 */
import type { Payment } from '../../conformance/paying.ts';
import type { Findings } from '../findings.ts';
import type { Paid } from './payers.ts';
import { type Books, type Credit, RETURN_REFERENCE } from './provider-books.ts';

export interface Opening {
  readonly atBanks: Readonly<Record<Currency, bigint>>;
  readonly inTransit: Readonly<Record<Currency, bigint>>;
}

export const CURRENCIES = ['GBP', 'EUR'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const openingOf = (books: Books): Opening => ({
  atBanks: { GBP: books.heldAtBanks('GBP'), EUR: books.heldAtBanks('EUR') },
  inTransit: { GBP: books.heldInTransit('GBP'), EUR: books.heldInTransit('EUR') },
});

export interface Judged {
  readonly paid: Paid;
  readonly payment: Payment;
}

/** Over these nobody can find out what became of a call that was not answered, so it waits for an operator. */
const WITHOUT_IDEMPOTENCY: ReadonlySet<string> = new Set(['berlin-group-xs2a', 'enable-banking', 'plaid']);

export const isOver = ({ status }: Payment) => ['succeeded', 'failed', 'cancelled'].includes(status);

/** It is rightly not over: a person has to look at it. */
export const isForAnOperator = ({ legs }: Payment) =>
  legs.some(
    ({ status, rail }) => (status === 'unknown' || status === 'review') && WITHOUT_IDEMPOTENCY.has(rail),
  );

export function reconcile(
  judged: readonly Judged[],
  books: Books,
  opening: Opening,
  findings: Findings,
): void {
  const creditsOf = Map.groupBy(books.credits, ({ reference }) => reference);
  for (const one of judged) judgeCredits(one, creditsOf.get(one.paid.reference) ?? [], findings);
  for (const [reference, count] of counted(books.references()))
    if (count > 1 && reference !== RETURN_REFERENCE)
      findings.add('a provider has two payments for one leg', `${reference}: ${count}`);
  const known = new Set(judged.map(({ paid }) => paid.reference));
  for (const { reference, value } of books.credits)
    if (!known.has(reference) && reference !== RETURN_REFERENCE)
      findings.add('a payee got money for no payment of ours', `${reference} ${value}`);
  for (const currency of CURRENCIES) judgeBalances(judged, books, opening, currency, findings);
}

const isOnChain = ({ rail }: Paid) => rail.startsWith('usdc-');

function judgeCredits({ paid, payment }: Judged, credits: readonly Credit[], findings: Findings): void {
  if (isOnChain(paid)) return;
  const told = `${paid.reference} ${payment.id} over ${paid.rail}: ${payment.status}, ${credits.length} credits`;
  if (payment.status === 'succeeded') {
    const [credit] = credits;
    if (credits.length !== 1 || credit === undefined) findings.add('a success is not one credit', told);
    else if (
      credit.value !== BigInt(payment.receive.value) ||
      `iso4217:${credit.currency}` !== payment.receive.asset ||
      payment.receive.value !== paid.quote.receive.value
    )
      findings.add('the payee got something else than was quoted', `${told}, ${credit.value}`);
    return;
  }
  const isClear = isOver(payment);
  if (credits.length > (isClear ? 0 : 1))
    findings.add(
      isClear ? 'a payment that did not succeed was paid' : 'an open payment was paid twice',
      told,
    );
}

function judgeBalances(
  judged: readonly Judged[],
  books: Books,
  { atBanks, inTransit }: Opening,
  currency: Currency,
  findings: Findings,
): void {
  const asset = `iso4217:${currency}`;
  const settled = judged.flatMap(({ payment }) => payment.legs.filter(({ status }) => SETTLED.has(status)));
  const sum = (legs: typeof settled, side: 'send' | 'receive') =>
    legs
      .map((leg) => leg[side])
      .filter((amount) => amount.asset === asset)
      .reduce((total, { value }) => total + BigInt(value), 0n);
  const fromBanks = settled.filter(({ kind }) => kind === 'payment' || kind === 'pay-in');
  const payIns = settled.filter(({ kind }) => kind === 'pay-in');
  const payouts = settled.filter(({ kind }) => kind === 'payout');
  const returns = payouts.filter(({ compensationOf }) => compensationOf !== undefined);
  const left = atBanks[currency] - books.heldAtBanks(currency);
  const ours = sum(fromBanks, 'send') - sum(returns, 'receive');
  if (left !== ours)
    findings.add('what left the banks is not what our legs say', `${currency}: ${left}, ${ours}`);
  const grown = books.heldInTransit(currency) - inTransit[currency];
  // The payer gets back all that they paid in: what the way back costs is the client's, and no part of the leg.
  const passed = sum(payIns, 'receive') - sum(payouts, 'send') - books.returnFees(currency);
  if (grown !== passed)
    findings.add('what is in transit is not what our legs say', `${currency}: ${grown}, ${passed}`);
}

const SETTLED: ReadonlySet<string> = new Set(['settled', 'returning', 'returned']);

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
