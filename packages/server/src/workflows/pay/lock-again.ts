import type { LegPatch } from '../../domain/payment/move.ts';
import type { PaymentLeg } from '../../domain/payment/payment.ts';
import { rateWish, takeRate } from '../../domain/payment/take-rate.ts';
import { askRate } from './ask-rate.ts';
import type { Drive } from './drive.ts';
import { followUpKey } from './follow-up-key.ts';

/** The legs before this one took longer than its rate was held: it is held anew, or the leg ends. */
export async function lockAgain(
  { deps, environment }: Drive,
  leg: PaymentLeg,
  write: (patchOf: (leg: PaymentLeg, nowMs: number) => LegPatch) => Promise<boolean>,
): Promise<boolean> {
  const wish = rateWish(leg, deps.newUuid());
  const answer = await askRate(deps, environment.id, leg.connectionId, wish);
  return write((fresh, nowMs) => takeRate(fresh, answer, followUpKey(fresh.work.key, 'rate'), nowMs));
}
