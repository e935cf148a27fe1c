/** What an operator's finding makes of a leg in review, and with it of the payment. Pure. */
import { compensate, type NewLeg } from './compensate.ts';
import { type Moved, moveLeg } from './move.ts';
import type { Payment, PaymentLeg } from './payment.ts';

export function resolveLeg(
  payment: Payment,
  legId: string,
  outcome: 'settled' | 'failed' | 'returned',
  newLeg: (undone: PaymentLeg) => NewLeg,
  at: Date,
): Moved {
  if (outcome !== 'returned') return compensate(moveLeg(payment, legId, { to: outcome }, at), newLeg, at);
  // The table knows one way there.
  const returning = moveLeg(payment, legId, { to: 'returning' }, at);
  const returned = moveLeg(returning.payment, legId, { to: 'returned' }, at);
  return {
    payment: returned.payment,
    happenings: [...returning.happenings, ...returned.happenings],
  };
}
