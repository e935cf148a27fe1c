import { invariant } from '@switchyard/engine';
import type { EventCause } from '../../domain/event.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import { isFinalPayment } from '../../domain/payment/states.ts';
import { findPayment } from '../../store/payments.ts';
import type { WorkflowDeps } from '../deps.ts';
import { hasten } from '../hasten.ts';
import { drivePayment } from './drive-payment.ts';

/** Drives a payment for somebody who waits, and answers how it stands then. */
export async function hastenPayment(
  deps: WorkflowDeps,
  environmentId: string,
  id: string,
  cause: EventCause,
): Promise<Payment> {
  const find = async () => findPayment(deps.db, await deps.keyring.of(environmentId), id);
  await hasten(deps, {
    environmentId,
    kind: 'payment.drive',
    subjectId: id,
    drive: (lease) => drivePayment(deps, lease, cause),
    isOver: async () => isFinalPayment((await find())?.status ?? 'failed'),
  });
  const payment = await find();
  invariant(payment !== undefined, 'a payment that was begun is there');
  return payment;
}
