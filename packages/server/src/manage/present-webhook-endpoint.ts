import type { AuditSummary } from '../domain/manage/audit.ts';
import type { WebhookEndpoint } from '../domain/webhooks/endpoint.ts';
import type { Presented } from './operation.ts';

export function presentWebhookEndpoint(endpoint: WebhookEndpoint): Presented<'webhookEndpoints.get'> {
  const { id, url, description, types, status, disabled, failingSince } = endpoint;
  return {
    id,
    object: 'webhook_endpoint',
    url,
    description,
    ...(types === undefined ? {} : { types }),
    status,
    ...(disabled === undefined
      ? {}
      : { disabled: { reason: disabled.reason, at: disabled.at.toISOString() } }),
    ...(failingSince === undefined ? {} : { failingSince: failingSince.toISOString() }),
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}

/** What the audit log may say of one: of its URL only the origin, because the rest may hold a token of the receiver's. */
export function auditedEndpoint({ url, description, types, status }: WebhookEndpoint): AuditSummary {
  return { origin: new URL(url).origin, description, types: types === undefined ? null : [...types], status };
}
