import { presentPage } from '../presenters/page.ts';
import { listDeliveries } from '../store/webhook-deliveries.ts';
import { findEndpoint } from '../store/webhook-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { presentWebhookDelivery } from './present-webhook-delivery.ts';

export const listWebhookDeliveries: ManageHandler<'webhookDeliveries.list'> = {
  kind: 'read',
  async run({ deps, environment }, { params, query }) {
    const endpoint = await findEndpoint(deps.db, environment.id, params.id);
    if (endpoint === undefined) return endpointFailure({ kind: 'not_found' });
    const page = await listDeliveries(deps.db, environment.id, endpoint.id, query);
    return presentPage(page, presentWebhookDelivery);
  },
};
