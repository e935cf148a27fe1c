import { z } from 'zod';
import { EventTypeName } from '../../schemas/event.ts';
import { EventId } from '../../schemas/id.ts';
import { PageSize, pageOf } from '../../schemas/page.ts';
import { Timestamp } from '../../schemas/timestamp.ts';
import { text } from '../../text.ts';
import { WEBHOOK_DESCRIPTION_LENGTH_MAX, WEBHOOK_URL_LENGTH_MAX } from '../limits.ts';
import { EnvironmentId, WebhookEndpointId } from './id.ts';

const Url = text({ min: 1, max: WEBHOOK_URL_LENGTH_MAX }).describe(
  'Where messages are sent by POST: https, without user name, password or fragment. In test also http.',
);
const Description = text({ min: 0, max: WEBHOOK_DESCRIPTION_LENGTH_MAX });
const Types = z.array(EventTypeName).min(1);
const Secret = z
  .string()
  .describe('What messages are signed with: `whsec_` and base64. It is shown this once and never again.');

export const WebhookEndpointsParams = z.strictObject({
  environment: EnvironmentId.describe('The environment whose events are sent.'),
});

export const WebhookEndpointParams = z.strictObject({
  environment: EnvironmentId.describe('The environment whose events are sent.'),
  id: WebhookEndpointId.describe('The endpoint.'),
});

export const WebhookEndpointQuery = z.strictObject({
  after: WebhookEndpointId.exactOptional().describe('The last endpoint received; the page begins after it.'),
  limit: PageSize,
});

export const WebhookEndpointCreate = z
  .strictObject({
    url: Url,
    description: Description.exactOptional(),
    types: Types.exactOptional().describe('Only events of these types. Without, all of them, also new ones.'),
  })
  .meta({ id: 'WebhookEndpointCreate' });

export const WebhookEndpointUpdate = z
  .strictObject({
    url: Url.exactOptional(),
    description: Description.exactOptional(),
    types: Types.nullable().exactOptional().describe('Null: all of them.'),
    enabled: z
      .boolean()
      .exactOptional()
      .describe(
        'False makes dead letters of what still waits. True begins with the next event; send the rest again if you want it.',
      ),
  })
  .meta({ id: 'WebhookEndpointUpdate' });

export const WebhookResendSince = z
  .strictObject({ since: EventId.describe('The first event to send again.') })
  .meta({ id: 'WebhookResendSince' });

const fields = {
  id: WebhookEndpointId,
  object: z.literal('webhook_endpoint'),
  url: z.string(),
  description: z.string(),
  types: z.array(EventTypeName).optional().describe('Absent: all of them.'),
  status: z.enum(['enabled', 'disabled']),
  disabled: z
    .strictObject({ reason: z.enum(['operator', 'gone', 'failing']), at: Timestamp })
    .optional()
    .describe('`gone`: it answered 410. `failing`: nothing but failures for five days.'),
  failingSince: Timestamp.optional().describe('Every try since then has failed.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const WebhookEndpoint = z
  .strictObject(fields)
  .meta({ id: 'WebhookEndpoint', description: 'Where events of an environment are sent to.' });
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

export const WebhookEndpointWithSecret = z.strictObject({ ...fields, secret: Secret }).meta({
  id: 'WebhookEndpointWithSecret',
  description: 'An endpoint whose secret has just been made.',
});

export const DeletedWebhookEndpoint = z
  .strictObject({ id: WebhookEndpointId, object: z.literal('webhook_endpoint'), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhookEndpoint' });

export const WebhookEndpointPage = pageOf(WebhookEndpoint, 'WebhookEndpointPage');
