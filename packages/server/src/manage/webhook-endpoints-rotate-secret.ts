import { rotateEndpointSecret } from '../workflows/webhooks/manage-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { presentWebhookEndpoint } from './present-webhook-endpoint.ts';

export const rotateWebhookSecret: ManageHandler<'webhookEndpoints.rotateSecret'> = {
  kind: 'write',
  async run({ deps, now }, tx, { params }) {
    const rotated = await rotateEndpointSecret(deps, tx, params.id, now);
    if (!rotated.ok) return endpointFailure(rotated.error);
    const { endpoint, secret } = rotated.value;
    return {
      ok: true,
      value: {
        output: { ...presentWebhookEndpoint(endpoint), secret },
        audit: { subject: endpoint.id, summary: {} },
      },
    };
  },
};
