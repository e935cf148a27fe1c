import { presentPage } from '../presenters/page.ts';
import { listEndpoints } from '../store/webhook-endpoints.ts';
import type { ManageHandler } from './operation.ts';
import { presentWebhookEndpoint } from './present-webhook-endpoint.ts';

export const listWebhookEndpoints: ManageHandler<'webhookEndpoints.list'> = {
  kind: 'read',
  async run({ deps, environment }, { query }) {
    return presentPage(await listEndpoints(deps.db, environment.id, query), presentWebhookEndpoint);
  },
};
