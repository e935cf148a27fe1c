import { digests, ids } from '../examples/ids.ts';
import {
  cancelledPaymentIntent,
  paymentIntent,
  processingPaymentIntent,
} from '../examples/payment-intent.ts';
import { defineOperation } from '../operation.ts';
import {
  PaymentIntent,
  PaymentIntentCreate,
  PaymentIntentPage,
  PaymentIntentParams,
  PaymentIntentQuery,
} from '../schemas/payment-intent.ts';
import { ProviderReturn } from '../schemas/provider-return.ts';

const tag = 'Payment intents';

export const createPaymentIntent = defineOperation({
  name: 'paymentIntents.create',
  method: 'POST',
  path: '/v1/payment_intents',
  successStatus: 201,
  tag,
  summary: 'Pay along a quote',
  description:
    'Pays along the quote the user approved, and only on those terms: the digest must be the one that was shown. ' +
    'A quote pays once. Once the payment exists the answer is 201, whatever the provider said; `status` tells.',
  body: PaymentIntentCreate,
  output: PaymentIntent,
  examples: {
    body: {
      quote: ids.quote,
      digest: digests.quote,
      returnUri: 'https://shop.example/payments/return',
      reference: 'Invoice 4711',
      psu: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' },
      metadata: { invoice: '4711' },
    },
    response: paymentIntent,
  },
});

export const getPaymentIntent = defineOperation({
  name: 'paymentIntents.get',
  method: 'GET',
  path: '/v1/payment_intents/{id}',
  successStatus: 200,
  tag,
  summary: 'Get a payment',
  description: 'Returns the payment with its legs and where the money is right now.',
  params: PaymentIntentParams,
  output: PaymentIntent,
  examples: { params: { id: ids.paymentIntent }, response: processingPaymentIntent },
});

export const advancePaymentIntent = defineOperation({
  name: 'paymentIntents.advance',
  method: 'POST',
  path: '/v1/payment_intents/{id}/advance',
  successStatus: 200,
  tag,
  summary: 'Advance a payment',
  description:
    'Continues after the user came back from approving. Webhooks and polling drive a payment by themselves, since ' +
    'people approve and close the tab; this only hastens it.',
  params: PaymentIntentParams,
  body: ProviderReturn,
  output: PaymentIntent,
  examples: {
    params: { id: ids.paymentIntent },
    body: { returnParams: { payment_id: '0d3a97', state: 'p2Tn8Lw4Qc' } },
    response: processingPaymentIntent,
  },
});

export const cancelPaymentIntent = defineOperation({
  name: 'paymentIntents.cancel',
  method: 'POST',
  path: '/v1/payment_intents/{id}/cancel',
  successStatus: 200,
  tag,
  summary: 'Cancel a payment',
  description:
    'Cancels a payment that is not final. What was never submitted is cancelled at once; otherwise the provider is ' +
    'asked and the payment stays `processing` until it answers, to end `cancelled`, or `succeeded` if the money was ' +
    'faster. What can no longer be cancelled is a 409. A cancelled payment answers with itself.',
  params: PaymentIntentParams,
  output: PaymentIntent,
  examples: { params: { id: ids.paymentIntent }, response: cancelledPaymentIntent },
});

export const listPaymentIntents = defineOperation({
  name: 'paymentIntents.list',
  method: 'GET',
  path: '/v1/payment_intents',
  successStatus: 200,
  tag,
  summary: 'List payments',
  description: 'Your payments, newest first, of one customer or of all.',
  query: PaymentIntentQuery,
  output: PaymentIntentPage,
  examples: {
    query: { customer: ids.customer, limit: 1 },
    response: { data: [processingPaymentIntent], hasMore: true, next: ids.paymentIntent },
  },
});
