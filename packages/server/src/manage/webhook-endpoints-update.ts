import { changesBetween } from '../domain/manage/audit.ts';
import { readEndpoint } from '../store/webhook-endpoints.ts';
import { changeEndpoint } from '../workflows/webhooks/manage-endpoints.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { auditedEndpoint, presentWebhookEndpoint } from './present-webhook-endpoint.ts';

export const updateWebhookEndpoint: ManageHandler<'webhookEndpoints.update'> = {
  kind: 'write',
  async run({ environment, now }, tx, { params, body }) {
    const before = await readEndpoint(tx, params.id);
    if (before === undefined) return endpointFailure({ kind: 'not_found' });
    const changed = await changeEndpoint(tx, { mode: environment.mode, at: now }, params.id, body);
    if (!changed.ok) return endpointFailure(changed.error);
    const endpoint = changed.value;
    const summary = {
      ...changesBetween(auditedEndpoint(before), auditedEndpoint(endpoint)),
      // Two URLs may differ only in what is not told.
      ...(before.url === endpoint.url ? {} : { url: 'changed' }),
    };
    return {
      ok: true,
      value: { output: presentWebhookEndpoint(endpoint), audit: { subject: endpoint.id, summary } },
    };
  },
};
