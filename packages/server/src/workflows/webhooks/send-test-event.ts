/**
 * Shows an operator whether an endpoint works: the documented example of an event, under an id of its own, signed and sent as
 * any other, once and at once. It is in no log and is not tried again.
 */
import { EVENT_EXAMPLE, type Event } from '@switchyard/contract';
import type { Environment } from '../../domain/environment.ts';
import type { IdPrefix } from '../../domain/ids.ts';
import type { Attempt } from '../../domain/webhooks/attempt.ts';
import { secretsAt } from '../../domain/webhooks/endpoint.ts';
import type { Database } from '../../store/database.ts';
import type { Keyring } from '../../store/keyring.ts';
import { findEndpointWithSecrets } from '../../store/webhook-endpoints.ts';
import type { EndpointResult } from './manage-endpoints.ts';
import { type SendDeps, sendMessage } from './send-message.ts';

export interface TestEventDeps extends SendDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  readonly monotonicMs: () => number;
}

export interface TestDelivery {
  readonly event: Event;
  readonly attempt: Attempt;
}

export async function sendTestEvent(
  deps: TestEventDeps,
  environment: Environment,
  endpointId: string,
): Promise<EndpointResult<TestDelivery>> {
  const found = await findEndpointWithSecrets(deps.db, await deps.keyring.of(environment.id), endpointId);
  if (found === undefined) return { ok: false, error: { kind: 'not_found' } };
  const at = new Date(deps.now());
  const event: Event = { ...EVENT_EXAMPLE, id: deps.newId('evt_'), createdAt: at.toISOString() };
  const begunMs = deps.monotonicMs();
  const message = {
    mode: environment.mode,
    url: found.endpoint.url,
    secrets: secretsAt(found.secrets, at),
    id: event.id,
    body: JSON.stringify(event),
  };
  const result = await sendMessage(deps, message, NOBODY_CUTS);
  const durationMs = Math.round(deps.monotonicMs() - begunMs);
  const attempt: Attempt = {
    number: 1,
    at,
    durationMs,
    result: result ?? { kind: 'failed', error: 'broken' },
  };
  return { ok: true, value: { event, attempt } };
}

const NOBODY_CUTS = new AbortController().signal;
