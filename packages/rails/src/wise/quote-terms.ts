/** What a quote says about paying from a balance to a bank account: to the minor unit, or not at all. */
import type { Amount } from '@switchyard/engine';
import type { Failed, Refused } from '@switchyard/rail-kit';
import { unavailable } from '@switchyard/rail-kit';
import { shortCode } from '../calling/short-code.ts';
import { PAY_IN, PAY_OUT, type Quote } from './api/quotes.ts';
import { amountOf } from './decimal-amount.ts';

export interface QuoteTerms {
  /** All that leaves the balance, the fee included. */
  readonly send: Amount;
  readonly receive: Amount;
  /** In the currency of the balance. */
  readonly fee: Amount;
}

/** The side that was asked for must be the side that is answered. */
export interface Asked {
  readonly sendCurrency: string;
  readonly receiveCurrency: string;
  readonly send?: Amount;
  readonly receive?: Amount;
}

export function quoteTermsOf(
  { paymentOptions, notices }: Quote,
  asked: Asked,
): { readonly kind: 'terms'; readonly terms: QuoteTerms } | Refused | Failed {
  if (notices?.some(({ type }) => type === 'BLOCKED')) return refused('quote_blocked');
  const option = paymentOptions.find(({ payIn, payOut }) => payIn === PAY_IN && payOut === PAY_OUT);
  if (option === undefined) return refused('no_payment_option');
  if (option.disabled) return refused(option.disabledReason?.code ?? 'payment_option_disabled');
  const send = amountOf(option.sourceAmount, asked.sendCurrency);
  const receive = amountOf(option.targetAmount, asked.receiveCurrency);
  const fee = amountOf(option.fee.total, asked.sendCurrency);
  if (send === undefined || receive === undefined || fee === undefined) return unavailable();
  if (differs(send, asked.send) || differs(receive, asked.receive)) return refused('amount_differs');
  return { kind: 'terms', terms: { send, receive, fee } };
}

function refused(code: string): Refused {
  return { kind: 'refused', code: 'provider_rejected', ...shortCode(code) };
}

function differs(given: Amount, asked: Amount | undefined): boolean {
  return asked !== undefined && given.value !== asked.value;
}
