import { ids } from '../../examples/ids.ts';
import type { WebhookDelivery } from '../schemas/webhook-delivery.ts';
import type { WebhookEndpoint } from '../schemas/webhook-endpoint.ts';
import { manageIds } from './ids.ts';

export const webhookEndpoint: WebhookEndpoint = {
  id: manageIds.webhookEndpoint,
  object: 'webhook_endpoint',
  url: 'https://shop.example/webhooks/switchyard',
  description: 'Orders',
  types: ['payment_intent.succeeded', 'payment_intent.failed'],
  status: 'enabled',
  createdAt: '2026-10-08T08:20:02.118Z',
  updatedAt: '2026-10-08T08:20:02.118Z',
};

/** Made of the words "an example" and nothing else. */
export const webhookSecret = 'whsec_YW4gZXhhbXBsZSBhbiBleGFtcGxlIGFuIGV4YW1wbGU=';

export const webhookDelivery: WebhookDelivery = {
  object: 'webhook_delivery',
  endpoint: manageIds.webhookEndpoint,
  event: ids.event,
  type: 'payment_intent.processing',
  sequence: 1042,
  status: 'delivered',
  createdAt: '2026-10-08T09:27:20.201Z',
  endedAt: '2026-10-08T09:27:26.930Z',
  attempts: [
    {
      number: 1,
      at: '2026-10-08T09:27:20.214Z',
      durationMs: 88,
      statusCode: 503,
      answer: '{"error":"deploying"}',
    },
    { number: 2, at: '2026-10-08T09:27:26.811Z', durationMs: 104, statusCode: 204, answer: '' },
  ],
};
