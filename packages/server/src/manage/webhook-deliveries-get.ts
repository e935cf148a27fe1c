import { fail } from '../domain/failure.ts';
import { findDelivery } from '../store/webhook-deliveries.ts';
import { findEndpoint } from '../store/webhook-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { presentWebhookDelivery } from './present-webhook-delivery.ts';

export const getWebhookDelivery: ManageHandler<'webhookDeliveries.get'> = {
  kind: 'read',
  async run({ deps, environment }, { params: { id, event } }) {
    const [endpoint, delivery] = await Promise.all([
      findEndpoint(deps.db, environment.id, id),
      findDelivery(deps.db, environment.id, id, event),
    ]);
    if (endpoint === undefined) return endpointFailure({ kind: 'not_found' });
    if (delivery === undefined) return fail('not_found', 'webhook_delivery.not_found', { param: 'event' });
    return { ok: true, value: presentWebhookDelivery(delivery) };
  },
};
