import { sendTestEvent } from '../workflows/webhooks/send-test-event.ts';
import { endpointFailure } from './endpoint-failure.ts';
import type { ManageHandler } from './operation.ts';
import { presentAttempt } from './present-webhook-delivery.ts';

export const testWebhookEndpoint: ManageHandler<'webhookEndpoints.test'> = {
  kind: 'planned',
  async plan({ deps, environment }, { params }) {
    const sent = await sendTestEvent(deps.webhooks, environment, params.id);
    if (!sent.ok) return endpointFailure(sent.error);
    const { event, attempt } = sent.value;
    const output = { object: 'webhook_test', event: event.id, attempt: presentAttempt(attempt) } as const;
    return {
      ok: true,
      value: {
        write: async () => ({
          ok: true,
          value: { output, audit: { subject: params.id, summary: { event: event.id } } },
        }),
      },
    };
  },
};
