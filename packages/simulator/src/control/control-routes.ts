/** The control API: what a test or a person can make happen from outside. Faults never strike it. */
import { json, nothing } from '../http/replies.ts';
import type { Route } from '../http/route.ts';
import type { Faults } from './faults.ts';
import { isRecord, readFault } from './read-fault.ts';
import type { RequestLog } from './request-log.ts';
import { readWebhookFault, type WebhookFaults } from './webhook-faults.ts';

export interface Control {
  readonly providers: readonly string[];
  readonly faults: Faults;
  readonly webhookFaults: WebhookFaults;
  readonly requests: RequestLog;
  revoke(provider: string, ref: string): boolean;
  reset(): void;
}

/** Paths are below `/control`. */
export function controlRoutes(control: Control): readonly Route[] {
  return [
    route('GET', '/', () => json(200, { simulator: 'switchyard', providers: control.providers })),
    route('POST', '/faults', (body) => {
      const reading = readFault(body, control.providers);
      if (!reading.ok) return json(400, { error: reading.error });
      return json(201, control.faults.add(reading.fault));
    }),
    route('GET', '/faults', () => json(200, { faults: control.faults.list() })),
    route('DELETE', '/faults', (_body, query) => {
      control.faults.clear(query.get('provider') ?? undefined, query.get('path') ?? undefined);
      return nothing(204);
    }),
    route('POST', '/webhooks', (body) => {
      const fault = readWebhookFault(body, control.providers);
      if (typeof fault === 'string') return json(400, { error: fault });
      return json(201, control.webhookFaults.add(fault));
    }),
    route('GET', '/webhooks', () => json(200, { webhooks: control.webhookFaults.list() })),
    route('DELETE', '/webhooks', (_body, query) => {
      control.webhookFaults.clear(query.get('provider') ?? undefined);
      return nothing(204);
    }),
    route('POST', '/revoke', (body) => {
      if (!isRecord(body) || typeof body.provider !== 'string' || typeof body.ref !== 'string') {
        return json(400, { error: 'The body has the texts provider and ref.' });
      }
      if (!control.revoke(body.provider, body.ref)) {
        return json(404, { error: 'That provider knows no consents to revoke.' });
      }
      return nothing(204);
    }),
    route('GET', '/requests', (_body, query) =>
      json(200, { requests: control.requests.list(query.get('provider') ?? undefined) }),
    ),
    route('POST', '/reset', () => {
      control.reset();
      return nothing(204);
    }),
  ];
}

function route(
  method: Route['method'],
  path: string,
  handle: (body: unknown, query: URLSearchParams) => ReturnType<Route['handle']>,
): Route {
  return { method, path, kind: 'api', handle: (request) => handle(request.json, request.query) };
}
