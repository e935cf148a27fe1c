/**
 * The balance as a place that money passes through. Payers send it to the account number that Wise gave the business for
 * the currency, under a reference of ours; the statement of the balance tells when it has arrived.
 */
import { createHash } from 'node:crypto';
import type { Credit, Failed, Ports, Transit } from '@switchyard/rail-kit';
import { rejected, unavailable } from '@switchyard/rail-kit';
import { getStatement, listAccountDetails, listBalances, type StatementLine } from './api/balances.ts';
import type { WiseApi } from './api/exchange.ts';
import { BALANCE_ASSETS } from './balance-assets.ts';
import { collectingParty } from './collecting-party.ts';
import { amountOf, currencyOf } from './decimal-amount.ts';
import { failedRead } from './translate.ts';

/** What an ACH entry has room for; every other scheme has more. */
export const REFERENCE_LENGTH = 10;

/** Wise's clock and ours do not agree to the second, and a reference is used once, so looking further back is safe. */
const CLOCK_MARGIN_MS = 60 * 60 * 1_000;

/** A statement covers 469 days at the most. */
const STATEMENT_SPAN_MAX_MS = 469 * 24 * 60 * 60 * 1_000;

export function createTransit(deps: { readonly api: WiseApi; readonly now: Ports['now'] }): Transit {
  const { api } = deps;
  return {
    assets: BALANCE_ASSETS,
    schemes: ['gb-fps', 'sepa-sct', 'sepa-sct-inst', 'us-ach'],
    async collectTo({ asset, key }) {
      const currency = currencyOf(asset);
      if (currency === undefined) return rejected();
      const listed = await listAccountDetails(api);
      if (listed.kind !== 'ok') return failedRead(listed);
      const payee = collectingParty(listed.body, currency);
      return payee === undefined
        ? rejected({ providerCode: 'no_account_details' })
        : { kind: 'done', result: { payee, reference: referenceOf(key) } };
    },
    async credits({ asset, reference, sinceMs }) {
      const currency = currencyOf(asset);
      if (currency === undefined) return rejected();
      const listed = await listBalances(api);
      if (listed.kind !== 'ok') return failedRead(listed);
      const balance = listed.body.find((each) => each.currency === currency && each.type === 'STANDARD');
      if (balance === undefined) return { kind: 'done', result: [] };
      const toMs = deps.now();
      const fromMs = Math.max(sinceMs - CLOCK_MARGIN_MS, toMs - STATEMENT_SPAN_MAX_MS);
      const period = { balanceId: balance.id, currency, fromMs: Math.min(fromMs, toMs), toMs };
      const statement = await getStatement(api, period);
      if (statement.kind !== 'ok') return failedRead(statement);
      return creditsIn(statement.body.transactions, { currency, reference });
    },
  };
}

/** Digits and capital letters, the same for the same key. */
export function referenceOf(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  return BigInt(`0x${digest}`).toString(36).toUpperCase().slice(-REFERENCE_LENGTH);
}

function creditsIn(
  lines: readonly StatementLine[],
  { currency, reference }: { readonly currency: string; readonly reference: string },
): { readonly kind: 'done'; readonly result: readonly Credit[] } | Failed {
  const credits: Credit[] = [];
  for (const line of lines) {
    if (line.type !== 'CREDIT' || !carries(line, reference)) continue;
    const amount = line.amount.currency === currency ? amountOf(line.amount.value, currency) : undefined;
    const creditedAtMs = Date.parse(line.date);
    // It is ours and cannot be read: to leave it out would say that it never came.
    if (amount === undefined || Number.isNaN(creditedAtMs)) return unavailable();
    credits.push({ id: line.referenceNumber, amount, reference, creditedAtMs });
  }
  return { kind: 'done', result: credits };
}

/** Banks put words around a reference, change its case and break it with spaces; its own characters stay in their order. */
function carries({ details }: StatementLine, reference: string): boolean {
  const wanted = plain(reference);
  return wanted !== '' && plain(details.paymentReference ?? '').includes(wanted);
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
