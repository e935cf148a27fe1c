import assert from 'node:assert/strict';
import type { PaymentOrder, PaymentStep } from './kit.ts';
import { decide, type openRail } from './start-truelayer.ts';

type OpenRail = ReturnType<typeof openRail>;

/** From the order to wherever it ends, with the user's decision in between and a resend where the outcome is unknown. */
export async function walkPayment(
  { payment }: Pick<OpenRail, 'payment'>,
  order: PaymentOrder,
  decision: 'approve' | 'decline' = 'approve',
): Promise<{ readonly steps: readonly PaymentStep['kind'][]; readonly last: PaymentStep }> {
  const first = await payment.start(order);
  const begun = first.kind === 'unknown_outcome' ? await payment.start(order) : first;
  const steps: PaymentStep['kind'][] = first === begun ? [first.kind] : [first.kind, begun.kind];
  if (begun.kind !== 'requires_action') return { steps, last: begun };
  const { returnParams } = await decide(begun.action, decision);
  assert.equal(returnParams.state, order.state);
  assert.equal(returnParams.payment_id, begun.ref);
  // What is to take its time is not waited for.
  const pollsMax = /(SIM |-test-)(slow|late|stuck)/i.test(`${order.reference} ${order.payer.institution}`)
    ? 10
    : 400;
  let step = await payment.resume({ order, memo: begun.memo, returnParams });
  for (let count = 0; step.kind === 'processing' && count < pollsMax; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const next = await payment.query({ order, memo: step.memo });
    assert.ok(next.kind !== 'absent');
    step = next;
  }
  return { steps: [...steps, step.kind], last: step };
}
