import type { Absent, Payment, PaymentOrder, PaymentStep } from '@switchyard/rail-kit';

const POLL_MS = 100;

/** Asks until there is an end, or until patience is. */
export async function settle(
  payment: Payment,
  order: PaymentOrder,
  first: PaymentStep,
  patienceMs = 30_000,
): Promise<PaymentStep | Absent> {
  let step: PaymentStep | Absent = first;
  for (let waitedMs = 0; step.kind === 'processing' && waitedMs < patienceMs; waitedMs += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    step = await payment.query({ order, memo: step.memo });
  }
  return step;
}
