/** How a provider's payment stands, in a rail's words. */
import type { PaymentStep, Rail } from '@switchyard/rail-kit';
import type { ProviderPayment } from './ledger.ts';

const POLL_AFTER_MS = 1_000;

/** Deliveries of the simulation are what they say: forging them is the adapters' business, and their tests'. */
export function webhookOf(): NonNullable<Rail['webhook']> {
  return {
    verify: async ({ body }) => {
      const { id, about, ref } = JSON.parse(Buffer.from(body).toString());
      return { kind: 'genuine', id, notices: [{ about, ref }] };
    },
  };
}

export function standing(payment: ProviderPayment): PaymentStep {
  const { ref, status, expiresAtMs, refusal } = payment;
  const memo = { ref };
  switch (status) {
    case 'awaiting_user':
    case 'approved':
      return {
        kind: 'requires_action',
        action: { type: 'redirect', url: `https://bank.example/${ref}` },
        memo,
        ref,
        expiresAtMs,
      };
    case 'executing':
      return { kind: 'processing', memo, ref, pollAfterMs: POLL_AFTER_MS, providerStatus: status };
    case 'settled':
      return { kind: 'done', result: { ref, providerStatus: status, memo } };
    case 'refused':
      return { kind: 'refused', code: refusal };
  }
}
