import { invariant } from '@switchyard/engine';
import type { Payment } from '../domain/payment/payment.ts';
import { resolveLeg } from '../domain/payment/resolve-leg.ts';
import type { Transaction } from '../store/database.ts';
import { scheduleJob } from '../store/jobs.ts';
import type { EnvironmentKeys } from '../store/keyring.ts';
import { changePayment, type KeyedPayment } from '../store/payments.ts';
import type { ReviewOutcome } from '../store/reviews.ts';
import { newReturnLeg, tellOf } from '../workflows/pay/drive-payment.ts';
import type { KnownCall } from './operation.ts';

/** The payment was read under its lock. Whatever comes next is a worker's, at once. */
export async function carryOutResolution(
  { deps, requestId }: KnownCall,
  tx: Transaction,
  keys: EnvironmentKeys,
  { payment, dataKey }: KeyedPayment,
  legId: string,
  outcome: ReviewOutcome,
): Promise<Payment> {
  const { workflows } = deps;
  const now = new Date(workflows.now());
  const moved = resolveLeg(payment, legId, outcome, (undone) => newReturnLeg(workflows, undone), now);
  const isSaved = await changePayment(tx, keys, dataKey, moved.payment);
  invariant(isSaved, 'a payment that was read under its lock is changed by nobody else meanwhile');
  tellOf({ deps: workflows, cause: { requestId, actor: 'operator' } }, tx, moved, now);
  scheduleJob(tx, 'payment.drive', payment.id, now);
  return moved.payment;
}
