/** A payment for tests: one leg as told, on an idempotent rail unless told otherwise. */
import type { LegFacts } from '../domain/payment/next-deed.ts';
import type { LegWork, Payment, PaymentLeg } from '../domain/payment/payment.ts';

export const SAMPLE_MS = Date.UTC(2026, 9, 8);

export const SAMPLE_FACTS: LegFacts = {
  idempotencyRetentionMs: 24 * 60 * 60_000,
  absenceHorizonMs: 10 * 60_000,
  movesMoneyOn: 'start',
  canCancel: true,
  aheadMs: 0,
};

export function sampleLeg(
  told: Partial<Omit<PaymentLeg, 'work'>> & { readonly work?: Partial<LegWork> } = {},
): PaymentLeg {
  const at = new Date(SAMPLE_MS);
  const { work, ...leg } = told;
  return {
    id: 'leg_1',
    sequence: 1,
    kind: 'payment',
    rail: 'sample',
    connectionId: 'con_1',
    capability: 'banking.payouts',
    scheme: 'sepa-sct-inst',
    custody: 'none',
    requiresAction: true,
    send: { value: '100', asset: 'iso4217:EUR' },
    receive: { value: '100', asset: 'iso4217:EUR' },
    fees: [],
    finality: 'accepted',
    status: 'pending',
    attempts: 0,
    work: { key: 'key', state: 'state', call: 'none', probes: 0, absences: 0, outages: 0, ...work },
    createdAt: at,
    updatedAt: at,
    ...leg,
  };
}

export function samplePayment(legs: readonly PaymentLeg[], told: Partial<Payment> = {}): Payment {
  const at = new Date(SAMPLE_MS);
  return {
    id: 'pi_1',
    quoteId: 'qt_1',
    digest: 'sha256:0',
    fromAccountId: 'acct_1',
    toAccountId: 'acct_2',
    send: { value: '100', asset: 'iso4217:EUR' },
    receive: { value: '100', asset: 'iso4217:EUR' },
    status: 'processing',
    detail: { key: 'payment.starting', vars: {} },
    cancelRequested: false,
    legs,
    details: { metadata: {}, returnUri: 'https://shop.example/', channel: 'web' },
    revision: 1,
    createdAt: at,
    updatedAt: at,
    ...told,
  };
}
