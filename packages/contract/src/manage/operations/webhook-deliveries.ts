import { ids } from '../../examples/ids.ts';
import { manageIds } from '../examples/ids.ts';
import { webhookDelivery, webhookEndpoint } from '../examples/webhook-endpoint.ts';
import { defineManageOperation } from '../operation.ts';
import {
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryParams,
  WebhookDeliveryQuery,
} from '../schemas/webhook-delivery.ts';
import { WebhookEndpoint, WebhookEndpointParams, WebhookResendSince } from '../schemas/webhook-endpoint.ts';

const tag = 'Webhooks';
const endpoint = { environment: manageIds.liveEnvironment, id: manageIds.webhookEndpoint };
const params = { ...endpoint, event: ids.event };

export const listWebhookDeliveries = defineManageOperation({
  name: 'webhookDeliveries.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}/deliveries',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List deliveries',
  description: 'What was sent to an endpoint and what became of each try, newest event first.',
  params: WebhookEndpointParams,
  query: WebhookDeliveryQuery,
  output: WebhookDeliveryPage,
  examples: {
    params: endpoint,
    query: { status: 'delivered', limit: 1 },
    response: { data: [webhookDelivery], hasMore: true, next: ids.event },
  },
});

export const getWebhookDelivery = defineManageOperation({
  name: 'webhookDeliveries.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}/deliveries/{event}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get a delivery',
  description: 'Returns what became of one event on its way to one endpoint.',
  params: WebhookDeliveryParams,
  output: WebhookDelivery,
  examples: { params, response: webhookDelivery },
});

export const resendWebhookDelivery = defineManageOperation({
  name: 'webhookDeliveries.resend',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}/deliveries/{event}/resend',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Send an event again',
  description:
    'Sends one event of the log to the endpoint, whether it was sent before or not, with all ten tries before it. A ' +
    'disabled endpoint is 409.',
  params: WebhookDeliveryParams,
  output: WebhookDelivery,
  examples: {
    params,
    response: {
      ...without(webhookDelivery, 'endedAt'),
      status: 'pending',
      nextTryAt: '2026-10-09T14:32:00.000Z',
    },
  },
});

export const resendWebhookDeliveries = defineManageOperation({
  name: 'webhookDeliveries.resendSince',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}/resend',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Send everything since an event again',
  description:
    "Sends that event and every later one of the endpoint's types, whether it was sent before or not. It goes on in the " +
    'background; new events are not kept waiting. A disabled endpoint is 409.',
  params: WebhookEndpointParams,
  body: WebhookResendSince,
  output: WebhookEndpoint,
  examples: { params: endpoint, body: { since: ids.event }, response: webhookEndpoint },
});

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}
