import { createEndpoint } from '../workflows/webhooks/manage-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { auditedEndpoint, presentWebhookEndpoint } from './present-webhook-endpoint.ts';

export const createWebhookEndpoint: ManageHandler<'webhookEndpoints.create'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { body }) {
    const { url, description, types } = body;
    const made = await createEndpoint(
      deps,
      tx,
      { mode: environment.mode, at: now },
      {
        url,
        ...(description === undefined ? {} : { description }),
        ...(types === undefined ? {} : { types: [...new Set(types)] }),
      },
    );
    if (!made.ok) return endpointFailure(made.error);
    const { endpoint, secret } = made.value;
    return {
      ok: true,
      value: {
        output: { ...presentWebhookEndpoint(endpoint), secret },
        audit: { subject: endpoint.id, summary: auditedEndpoint(endpoint) },
      },
    };
  },
};
