/** Where a payment stands, in a sentence; and why it failed. */
import type { PaymentFailureCode } from '@switchyard/contract';
import type { Explained, Payment, PaymentLeg } from './payment.ts';

export function detailOf(payment: Payment): Explained {
  const { status, legs, cancelRequested, failure } = payment;
  if (status === 'succeeded') {
    const returned = legs.find((leg) => leg.status === 'returned');
    return returned === undefined ? said('payment.succeeded') : said('payment.returned_later', returned);
  }
  if (status === 'failed') return failure?.explanation ?? said('payment.failed.provider_rejected');
  if (status === 'cancelled') return said('payment.cancelled');
  if (cancelRequested) return said('cancel.requested');
  const leg = currentLeg(legs);
  if (leg === undefined) return said('payment.submitted', legs.at(-1));
  if (leg.compensationOf !== undefined) return said('payment.returning', leg);
  switch (leg.status) {
    case 'requires_action':
      return said('payment.awaiting_approval', leg);
    case 'unknown':
      return said('payment.finding_out', leg);
    case 'review':
      return said('payment.in_review', leg);
    case 'submitting':
    case 'submitted':
      return leg.work.awaitsCredit === undefined
        ? said('payment.submitted', leg)
        : said('payment.awaiting_credit', legs.find(({ sequence }) => sequence === leg.sequence + 1) ?? leg);
    default:
      return legs.some(({ status }) => status === 'settled')
        ? said('payment.submitted', leg)
        : said('payment.starting');
  }
}

export function failureOf({ legs }: Payment): NonNullable<Payment['failure']> {
  const failed = legs.find(
    ({ status, compensationOf }) => status === 'failed' && compensationOf === undefined,
  );
  const refusal = failed?.work.refusal;
  // Whoever pays too late for the rate does best to quote and pay again, as after any other deadline.
  if (refusal === 'rate_lapsed')
    return { code: 'expired', explanation: { key: 'payment.failed.rate_lapsed', vars: {} } };
  const code: PaymentFailureCode =
    refusal === undefined || refusal === 'cancelled' ? 'provider_rejected' : refusal;
  return { code, explanation: { key: `payment.failed.${code}`, vars: {} } };
}

/** The first that something can still be done about. One that is being undone waits for the leg that undoes it. */
export function currentLeg(legs: readonly PaymentLeg[]): PaymentLeg | undefined {
  return legs.find(({ status }) => !ENDED.has(status));
}

const ENDED: ReadonlySet<PaymentLeg['status']> = new Set([
  'settled',
  'failed',
  'cancelled',
  'returning',
  'returned',
]);

type DetailKey = Extract<Explained['key'], `payment.${string}` | 'cancel.requested'>;

function said(key: DetailKey, leg?: PaymentLeg): Explained {
  return { key, vars: leg === undefined ? {} : { rail: leg.rail } };
}
