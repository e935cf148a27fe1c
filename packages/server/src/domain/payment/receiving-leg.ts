import type { Payment, PaymentLeg } from './payment.ts';

/**
 * The leg that takes the money on: a leg that has one pays to the balance of that one's rail and to nobody else, whatever its kind.
 * Undefined when the money goes to the payee, back to the payer, or stays where it is and is only converted.
 */
export function receivingLeg(
  { legs }: Pick<Payment, 'legs'>,
  { sequence, kind, compensationOf }: PaymentLeg,
): PaymentLeg | undefined {
  if (kind === 'fx' || compensationOf !== undefined) return undefined;
  return legs.find((leg) => leg.sequence === sequence + 1 && leg.compensationOf === undefined);
}
