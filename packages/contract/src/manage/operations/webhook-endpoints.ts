import { manageIds } from '../examples/ids.ts';
import { webhookEndpoint, webhookSecret } from '../examples/webhook-endpoint.ts';
import { defineManageOperation } from '../operation.ts';
import { WebhookTest } from '../schemas/webhook-delivery.ts';
import {
  DeletedWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointPage,
  WebhookEndpointParams,
  WebhookEndpointQuery,
  WebhookEndpointsParams,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from '../schemas/webhook-endpoint.ts';

const tag = 'Webhooks';
const environment = manageIds.liveEnvironment;
const params = { environment, id: manageIds.webhookEndpoint };

export const listWebhookEndpoints = defineManageOperation({
  name: 'webhookEndpoints.list',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/webhook_endpoints',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'List webhook endpoints',
  description: "The environment's endpoints, newest first. Never their secrets.",
  params: WebhookEndpointsParams,
  query: WebhookEndpointQuery,
  output: WebhookEndpointPage,
  examples: {
    params: { environment },
    query: { limit: 1 },
    response: { data: [webhookEndpoint], hasMore: false },
  },
});

export const createWebhookEndpoint = defineManageOperation({
  name: 'webhookEndpoints.create',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/webhook_endpoints',
  successStatus: 201,
  role: 'operator',
  tag,
  summary: 'Create a webhook endpoint',
  description:
    'Events that happen from now on are sent there. The secret that signs them is shown in this answer only.',
  params: WebhookEndpointsParams,
  body: WebhookEndpointCreate,
  output: WebhookEndpointWithSecret,
  examples: {
    params: { environment },
    body: {
      url: webhookEndpoint.url,
      description: 'Orders',
      types: ['payment_intent.succeeded', 'payment_intent.failed'],
    },
    response: { ...webhookEndpoint, secret: webhookSecret },
  },
});

export const getWebhookEndpoint = defineManageOperation({
  name: 'webhookEndpoints.get',
  method: 'GET',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}',
  successStatus: 200,
  role: 'viewer',
  tag,
  summary: 'Get a webhook endpoint',
  description: 'Returns one endpoint, and why it is disabled if it is.',
  params: WebhookEndpointParams,
  output: WebhookEndpoint,
  examples: { params, response: webhookEndpoint },
});

export const updateWebhookEndpoint = defineManageOperation({
  name: 'webhookEndpoints.update',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Change a webhook endpoint',
  description:
    'Changes where messages go, of which types they are, or whether any are sent. What is left out stays as it is.',
  params: WebhookEndpointParams,
  body: WebhookEndpointUpdate,
  output: WebhookEndpoint,
  examples: { params, body: { description: 'Orders' }, response: webhookEndpoint },
});

export const rotateWebhookSecret = defineManageOperation({
  name: 'webhookEndpoints.rotateSecret',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}/rotate_secret',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Makes a new secret. For 24 hours messages are signed with both, so that receivers can change over. A second rotation ' +
    'within that time ends the oldest at once.',
  params: WebhookEndpointParams,
  output: WebhookEndpointWithSecret,
  examples: { params, response: { ...webhookEndpoint, secret: webhookSecret } },
});

export const deleteWebhookEndpoint = defineManageOperation({
  name: 'webhookEndpoints.delete',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}/delete',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent there, and its deliveries can no longer be seen.',
  params: WebhookEndpointParams,
  output: DeletedWebhookEndpoint,
  examples: {
    params,
    response: { id: manageIds.webhookEndpoint, object: 'webhook_endpoint', deleted: true },
  },
});

export const testWebhookEndpoint = defineManageOperation({
  name: 'webhookEndpoints.test',
  method: 'POST',
  path: '/manage/v1/environments/{environment}/webhook_endpoints/{id}/test',
  successStatus: 200,
  role: 'operator',
  tag,
  summary: 'Send a test event',
  description:
    'Sends the documented example of an event at once, signed like any other, and says what became of it. It is in no log ' +
    'and is not tried again; also a disabled endpoint can be tried.',
  params: WebhookEndpointParams,
  output: WebhookTest,
  examples: {
    params,
    response: {
      object: 'webhook_test',
      event: 'evt_1ZtVqGFzQ0sN8bXe2KlGtO',
      attempt: { number: 1, at: '2026-10-09T14:31:07.400Z', durationMs: 97, statusCode: 204, answer: '' },
    },
  },
});
