import { findEndpoint } from '../store/webhook-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { presentWebhookEndpoint } from './present-webhook-endpoint.ts';

export const getWebhookEndpoint: ManageHandler<'webhookEndpoints.get'> = {
  kind: 'read',
  async run({ deps, environment }, { params }) {
    const endpoint = await findEndpoint(deps.db, environment.id, params.id);
    if (endpoint === undefined) return endpointFailure({ kind: 'not_found' });
    return { ok: true, value: presentWebhookEndpoint(endpoint) };
  },
};
