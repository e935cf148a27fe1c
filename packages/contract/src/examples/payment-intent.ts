import type { Leg } from '../schemas/leg.ts';
import type { PaymentIntent } from '../schemas/payment-intent.ts';
import { approvalPending, processing } from './explanations.ts';
import { digests, ids } from './ids.ts';

const amount = { value: '25000', asset: 'iso4217:EUR' };

export const leg: Leg = {
  id: ids.leg,
  object: 'leg',
  paymentIntent: ids.paymentIntent,
  sequence: 1,
  kind: 'payment',
  rail: 'truelayer',
  connection: ids.connection,
  status: 'requires_action',
  send: amount,
  receive: amount,
  fees: [],
  attempts: 1,
  providerStatus: { word: 'authorization_required' },
  finality: { basis: 'credited' },
  createdAt: '2026-10-08T09:26:01.400Z',
  updatedAt: '2026-10-08T09:26:01.882Z',
};

export const paymentIntent: PaymentIntent = {
  id: ids.paymentIntent,
  object: 'payment_intent',
  quote: ids.quote,
  digest: digests.quote,
  customer: ids.customer,
  from: ids.payerAccount,
  to: ids.payeeAccount,
  send: amount,
  receive: amount,
  status: 'requires_action',
  statusDetail: approvalPending,
  action: { type: 'redirect', url: 'https://payment.truelayer.com/payments/0d3a97' },
  legs: [leg],
  reference: 'Invoice 4711',
  moneyPosition: [{ holder: 'payer', custody: 'payer-own-account', ...amount }],
  cancellable: {
    now: true,
    explanation: {
      key: 'cancel.not_submitted',
      vars: {},
      message: 'Nothing has been submitted yet, so the payment can be cancelled.',
    },
  },
  metadata: { invoice: '4711' },
  createdAt: '2026-10-08T09:26:01.400Z',
  updatedAt: '2026-10-08T09:26:01.882Z',
};

const { action: _, ...withoutAction } = paymentIntent;

export const processingPaymentIntent: PaymentIntent = {
  ...withoutAction,
  status: 'processing',
  statusDetail: processing,
  legs: [
    {
      ...leg,
      status: 'submitted',
      providerStatus: { word: 'authorized', iso20022: 'ACTC' },
      updatedAt: '2026-10-08T09:27:20.033Z',
    },
  ],
  cancellable: {
    now: false,
    explanation: {
      key: 'cancel.submitted',
      vars: { rail: 'truelayer' },
      message: 'The bank is executing the payment and TrueLayer cannot call it back.',
    },
  },
  updatedAt: '2026-10-08T09:27:20.033Z',
};

export const cancelledPaymentIntent: PaymentIntent = {
  ...withoutAction,
  status: 'cancelled',
  statusDetail: {
    key: 'payment.cancelled',
    vars: {},
    message: 'You cancelled the payment before it was submitted.',
  },
  legs: [{ ...leg, status: 'cancelled', updatedAt: '2026-10-08T09:26:40.518Z' }],
  cancellable: {
    now: false,
    explanation: { key: 'cancel.done', vars: {}, message: 'The payment is already cancelled.' },
  },
  updatedAt: '2026-10-08T09:26:40.518Z',
};
