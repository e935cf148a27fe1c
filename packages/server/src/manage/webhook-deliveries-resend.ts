import { invariant } from '@switchyard/engine';
import { readDelivery } from '../store/webhook-deliveries.ts';
import { resendMessage } from '../workflows/webhooks/manage-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { presentWebhookDelivery } from './present-webhook-delivery.ts';

export const resendWebhookDelivery: ManageHandler<'webhookDeliveries.resend'> = {
  kind: 'write',
  async run({ now }, tx, { params: { id, event } }) {
    const resent = await resendMessage(tx, id, event, now);
    if (!resent.ok) return endpointFailure(resent.error);
    const delivery = await readDelivery(tx, id, event);
    invariant(delivery !== undefined, 'an event that is sent again has its message');
    return {
      ok: true,
      value: { output: presentWebhookDelivery(delivery), audit: { subject: id, summary: { event } } },
    };
  },
};
