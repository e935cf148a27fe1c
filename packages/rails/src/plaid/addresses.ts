/** Account numbers between Plaid's words and `payto://` addresses. */
import { formatPayto, parsePayto } from '@switchyard/payto';
import type { Auth } from './api/item.ts';
import type { AccountNumbers } from './api/payment-initiation.ts';

export interface AddressedAccount {
  readonly payto: string;
  readonly currency: string;
}

/**
 * The address of a linked account. A UK account has two spellings; the domestic one is taken, as Plaid itself recommends for
 * paying it. Undefined when Plaid gives no number that can be right, or no currency.
 */
export function addressOf(
  accountId: string,
  { numbers }: Auth,
  currency: string | null | undefined,
): AddressedAccount | undefined {
  const isOurs = (entry: { readonly account_id: string }): boolean => entry.account_id === accountId;
  const ach = numbers.ach.find(isOurs);
  if (ach !== undefined) return address('ach', [ach.routing, ach.account], currency ?? 'USD');
  const bacs = numbers.bacs.find(isOurs);
  if (bacs !== undefined) return address('gb-scan', [bacs.sort_code, bacs.account], currency ?? 'GBP');
  const international = numbers.international.find(isOurs);
  if (international !== undefined) return address('iban', [international.iban], currency);
  return undefined;
}

/** What Payment Initiation takes: a UK sort code and account, or an IBAN. */
export function numbersOf(payto: string): AccountNumbers | undefined {
  const parsed = parsePayto(payto);
  if (!parsed.ok) return undefined;
  const { target } = parsed.address;
  if (!target.known) return undefined;
  if (target.scheme === 'iban') return ukNumbers(target.iban) ?? { iban: target.iban };
  if (target.scheme === 'gb-scan')
    return { bacs: { account: target.accountNumber, sort_code: target.sortCode } };
  return undefined;
}

/** A UK IBAN is a sort code and an account number with a bank's four letters before them; pounds are paid to these two. */
function ukNumbers(iban: string): AccountNumbers | undefined {
  const [, sort_code, account] = /^GB\d{2}[A-Z]{4}(\d{6})(\d{8})$/.exec(iban) ?? [];
  return sort_code === undefined || account === undefined ? undefined : { bacs: { account, sort_code } };
}

/** The client's balance at Plaid has no account number; this is what we call it. */
export function ledgerPayto(ledgerId: string | undefined): string {
  return formatPayto({ scheme: 'plaid-ledger', segments: [ledgerId ?? 'default'], options: {} });
}

/** With or without options: a receiver's name does not make it another balance. */
export function isLedger(payto: string, ledgerId: string | undefined): boolean {
  const parsed = parsePayto(payto);
  const ledger = parsePayto(ledgerPayto(ledgerId));
  return parsed.ok && ledger.ok && parsed.address.normalized === ledger.address.normalized;
}

function address(
  scheme: string,
  segments: readonly string[],
  currency: string | null | undefined,
): AddressedAccount | undefined {
  const payto = formatPayto({ scheme, segments, options: {} });
  return parsePayto(payto).ok && currency != null && /^[A-Z]{3}$/.test(currency)
    ? { payto, currency }
    : undefined;
}
