import { removeEndpoint } from '../workflows/webhooks/manage-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';

export const deleteWebhookEndpoint: ManageHandler<'webhookEndpoints.delete'> = {
  kind: 'write',
  async run({ now }, tx, { params: { id } }) {
    const removed = await removeEndpoint(tx, id, now);
    if (!removed.ok) return endpointFailure(removed.error);
    return {
      ok: true,
      value: {
        output: { id, object: 'webhook_endpoint', deleted: true },
        audit: { subject: id, summary: {} },
      },
    };
  },
};
