/**
 * A single payment in the UK or Europe: a recipient, a payment that waits, and a session in Link in which the payer approves
 * it at their bank. Nothing moves before that, and nobody can approve a payment whose session we never handed out.
 */
import {
  type Absent,
  type PaymentOrder,
  type PaymentStep,
  type Ports,
  type Refused,
  rejected,
} from '@switchyard/rail-kit';
import { numbersOf } from './addresses.ts';
import type { PlaidApi } from './api/client.ts';
import {
  createPayment,
  createRecipient,
  getPaymentStatus,
  type NewPayment,
} from './api/payment-initiation.ts';
import { countryOf } from './country-of.ts';
import type { PlaidCredentials } from './credentials.ts';
import { currencyOf, decimalAmount } from './decimal-amount.ts';
import { openLink } from './link-action.ts';
import type { InitiationMemo } from './memo.ts';
import { initiationScheme, paymentStanding } from './translate.ts';

/** Of the description: at most 18, letters and digits. Banks take spaces too, and so does Plaid. */
export const INITIATION_REFERENCE = { max: 18, pattern: /^[A-Za-z0-9 ]*$/ } as const;

const POLL_AFTER_MS = 5_000;

/** A user who is at the bank when the session ends may still approve; the bank is given this long. */
const EXPIRY_MARGIN_MS = 5 * 60_000;

export interface InitiationDeps {
  readonly api: PlaidApi;
  readonly credentials: PlaidCredentials;
  readonly ports: Pick<Ports, 'now' | 'webhookUrl'>;
}

export async function startInitiation(deps: InitiationDeps, order: PaymentOrder): Promise<PaymentStep> {
  const { api, credentials, ports } = deps;
  const request = describePayment(order);
  const payee = numbersOf(order.payee.payto);
  const country = countryOf(order.payer);
  if (request === undefined || payee === undefined) return rejected();
  if (country === undefined) return institutionUnsupported();

  const recipient = await createRecipient(api, { name: order.payee.holderName, ...payee });
  if (!recipient.ok) return recipient.failure;
  const payment = await createPayment(api, { recipient_id: recipient.value, ...request });
  if (!payment.ok) return payment.failure;
  const opened = await openLink(
    { api, credentials, webhookUrl: ports.webhookUrl },
    {
      user: order.key,
      country,
      institution: order.payer.institution,
      channel: order.channel,
      returnUri: order.returnUri,
      state: order.state,
      products: { products: ['payment_initiation'], payment_initiation: { payment_id: payment.value } },
      movesMoney: true,
    },
  );
  if (!opened.ok) return opened.failure;
  const { action, expiresAtMs } = opened.value;
  return awaitUser({ product: 'payment_initiation', paymentId: payment.value, action, expiresAtMs });
}

export async function queryInitiation(deps: InitiationDeps, memo: InitiationMemo): Promise<PaymentStep> {
  const status = await getPaymentStatus(deps.api, memo.paymentId);
  return status.ok ? stepOf(memo, status.value, deps.ports.now()) : status.failure;
}

/**
 * There is no asking by our key. But an operation of which the host holds no memo never gave anybody a session in which to
 * approve it, so whatever waits at Plaid can never be paid.
 */
export function initiationWithoutMemo(): Absent {
  return { kind: 'absent' };
}

function stepOf(memo: InitiationMemo, status: string, nowMs: number): PaymentStep {
  const standing = paymentStanding(status);
  switch (standing.kind) {
    case 'awaiting_user':
      return nowMs > memo.expiresAtMs + EXPIRY_MARGIN_MS
        ? { kind: 'refused', code: 'expired', providerCode: status }
        : awaitUser(memo);
    case 'processing':
      return {
        kind: 'processing',
        memo,
        pollAfterMs: POLL_AFTER_MS,
        ref: memo.paymentId,
        providerStatus: status,
      };
    case 'done':
      return { kind: 'done', result: { ref: memo.paymentId, providerStatus: status, memo } };
    case 'refused':
      return { kind: 'refused', code: standing.code, providerCode: status };
  }
}

/** Undefined when the scheme cannot carry the order: another currency, or an account it does not reach. */
function describePayment(order: PaymentOrder): Omit<NewPayment, 'recipient_id'> | undefined {
  const scheme = initiationScheme(order.scheme);
  const currency = currencyOf(order.amount.asset);
  const reference = order.reference ?? referenceOf(order.key);
  if (scheme === undefined || scheme.currency !== currency) return undefined;
  if (reference.length > INITIATION_REFERENCE.max || !INITIATION_REFERENCE.pattern.test(reference))
    return undefined;
  return {
    reference,
    amount: { currency, value: { exactNumber: decimalAmount(order.amount) } },
    // Where the bank can, only the account that the user chose may pay.
    options: { scheme: scheme.scheme, ...numbersOf(order.payer.payto) },
  };
}

/** Plaid wants one in any case; one of ours is the same whenever the operation is tried. */
function referenceOf(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, INITIATION_REFERENCE.max);
}

function awaitUser(memo: InitiationMemo): PaymentStep {
  return {
    kind: 'requires_action',
    action: memo.action,
    memo,
    expiresAtMs: memo.expiresAtMs,
    ref: memo.paymentId,
  };
}

function institutionUnsupported(): Refused {
  return { kind: 'refused', code: 'institution_unsupported' };
}
