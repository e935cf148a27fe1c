import { z } from 'zod';
import { EventTypeName } from '../../schemas/event.ts';
import { EventId } from '../../schemas/id.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { EnvironmentId, WebhookEndpointId } from './id.ts';

const Status = z
  .enum(['pending', 'delivered', 'dead'])
  .describe('`pending` waits for a try. `dead` is not tried again unless somebody asks for it.');

export const WebhookDeliveryParams = z.strictObject({
  environment: EnvironmentId.describe('The environment whose events are sent.'),
  id: WebhookEndpointId.describe('The endpoint.'),
  event: EventId.describe('The event, whose id is also the `webhook-id` of its message.'),
});

export const WebhookDeliveryQuery = z.strictObject({
  after: EventId.exactOptional().describe(
    'The event of the last delivery received; the page begins after it.',
  ),
  status: Status.exactOptional().describe('Only deliveries in this status.'),
  limit: PageSize,
});

export const WebhookAttempt = z
  .strictObject({
    number: z.int().min(1),
    at: Timestamp,
    durationMs: z.int().min(0),
    statusCode: z.int().optional().describe('What the receiver answered. Only 2xx is a delivery.'),
    error: z
      .enum(['refused_address', 'dns', 'tls', 'connect', 'broken', 'timeout'])
      .optional()
      .describe('Why there was no answer.'),
    answer: z
      .string()
      .optional()
      .describe('The beginning of the answer, with what may be personal taken out.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'One try to deliver a message.' });

export const WebhookDelivery = z
  .strictObject({
    object: z.literal('webhook_delivery'),
    endpoint: WebhookEndpointId,
    event: EventId,
    type: EventTypeName,
    sequence: z.int().min(1).describe("The event's place in the log."),
    status: Status,
    nextTryAt: Timestamp.optional(),
    createdAt: Timestamp,
    endedAt: Timestamp.optional(),
    attempts: z.array(WebhookAttempt),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to an endpoint, and every try.' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookDeliveryPage = pageOf(WebhookDelivery, 'WebhookDeliveryPage');

export const WebhookTest = z
  .strictObject({
    object: z.literal('webhook_test'),
    event: EventId.describe('The id of the example that was sent. It is in no log.'),
    attempt: WebhookAttempt,
  })
  .meta({ id: 'WebhookTest', description: 'What became of an example event that was sent at once.' });
