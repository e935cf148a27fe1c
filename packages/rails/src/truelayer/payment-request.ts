import type { Failed } from '@switchyard/rail-kit';
import { type PaymentOrder, type Refused, rejected } from '@switchyard/rail-kit';
import { identifierFor, isTruelayerScheme, SCHEMES } from './account-identifier.ts';
import type { CreatePayment } from './api/payments.ts';

/** Mandate references are held to this pattern, and the schemes behind payments allow no less. */
export const REFERENCE = { max: 18, pattern: /^[A-Za-z0-9\-:().,'+ ?/]{1,18}$/ } as const;

/**
 * The body that creates a payment. It depends on nothing but the order and the credentials: a resend under the same key
 * must be the same to the letter.
 */
export function paymentRequest(
  order: PaymentOrder,
  { contactEmail }: { readonly contactEmail: string },
): { readonly kind: 'request'; readonly request: CreatePayment } | Refused | Failed {
  if (!isTruelayerScheme(order.scheme)) return rejected({ providerCode: 'scheme' });
  const { id, currency } = SCHEMES[order.scheme];
  if (order.amount.asset !== `iso4217:${currency}`) return rejected({ providerCode: 'currency' });
  if (order.amount.value > BigInt(Number.MAX_SAFE_INTEGER)) return rejected({ providerCode: 'amount' });
  if (order.payer.institution === undefined) return { kind: 'refused', code: 'institution_required' };
  const beneficiary = identifierFor(order.payee.payto, order.scheme);
  const remitter = identifierFor(order.payer.payto, order.scheme);
  if (beneficiary === undefined || remitter === undefined) {
    return { kind: 'refused', code: 'account_unusable' };
  }
  return {
    kind: 'request',
    request: {
      amount_in_minor: Number(order.amount.value),
      currency,
      payment_method: {
        type: 'bank_transfer',
        provider_selection: {
          type: 'preselected',
          provider_id: order.payer.institution,
          scheme_selection: { type: 'preselected', scheme_id: id },
          remitter: { account_holder_name: order.payer.holderName, account_identifier: remitter },
        },
        beneficiary: {
          type: 'external_account',
          account_holder_name: order.payee.holderName,
          account_identifier: beneficiary,
          reference: order.reference ?? defaultReference(order.key),
        },
      },
      user: { name: order.payer.holderName, email: contactEmail },
      metadata: { operation: order.key },
    },
  };
}

/** A reference is asked for with every payment; ours is the operation's own when the client gave none. */
function defaultReference(key: string): string {
  return key.replaceAll('-', '').slice(0, REFERENCE.max);
}
