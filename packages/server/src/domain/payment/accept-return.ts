/** Whether what a user brought back belongs to a payment, and to which leg of it. */
import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../failure.ts';
import { textOf } from '../link-session/accept-return.ts';
import type { UserReturn } from '../link-session/link-session.ts';
import { isSameState } from '../same-state.ts';
import type { Payment, PaymentLeg } from './payment.ts';

export { textOf };

/** Undefined when it is no news. */
export function acceptPaymentReturn(
  payment: Payment,
  returned: UserReturn,
): Result<PaymentLeg | undefined, Failure> {
  const { returnParams, sdkResult } = returned;
  if (returnParams === undefined && sdkResult === undefined) return { ok: true, value: undefined };
  const leg =
    returnParams === undefined
      ? payment.legs.find(({ work }) => work.action?.type === 'sdk' || work.heard !== undefined)
      : payment.legs.find(({ work }) => isSameState(returnParams.state, work.state));
  if (leg === undefined) {
    return returnParams === undefined
      ? fail('invalid_request', 'payment_intent.no_sdk', { param: 'sdkResult' })
      : fail('invalid_request', 'payment_intent.foreign_return', { param: 'returnParams' });
  }
  const { heard } = leg.work;
  if (heard !== undefined) {
    return heard === textOf(returned)
      ? { ok: true, value: undefined }
      : fail('state_conflict', 'payment_intent.already_returned', {});
  }
  if (leg.status !== 'requires_action') return { ok: true, value: undefined };
  return { ok: true, value: leg };
}
