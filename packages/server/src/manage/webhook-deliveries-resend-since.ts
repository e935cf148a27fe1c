import { resendMessagesSince } from '../workflows/webhooks/manage-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { presentWebhookEndpoint } from './present-webhook-endpoint.ts';

export const resendWebhookDeliveries: ManageHandler<'webhookDeliveries.resendSince'> = {
  kind: 'write',
  async run({ now }, tx, { params: { id }, body: { since } }) {
    const resent = await resendMessagesSince(tx, id, since, now);
    if (!resent.ok) return endpointFailure(resent.error, 'since');
    return {
      ok: true,
      value: { output: presentWebhookEndpoint(resent.value), audit: { subject: id, summary: { since } } },
    };
  },
};
