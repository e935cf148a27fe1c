/**
 * What an operator does with endpoints. A secret is shown when it is made and never again. Disabling makes dead letters of what
 * still waits; enabling begins at the end of the log, and what was missed is sent again when somebody asks for it.
 */
import { randomBytes } from 'node:crypto';
import type { EventType } from '@switchyard/contract';
import { type EnvironmentMode, invariant, type Result } from '@switchyard/engine';
import type { IdPrefix } from '../../domain/ids.ts';
import {
  ENDPOINTS_PER_ENVIRONMENT_MAX,
  rotateSecret,
  type WebhookEndpoint,
  type WebhookSecrets,
} from '../../domain/webhooks/endpoint.ts';
import { checkEndpointUrl, type UrlProblem } from '../../domain/webhooks/endpoint-url.ts';
import { formatSecret, SECRET_BYTES } from '../../domain/webhooks/sign-message.ts';
import { findDataKey } from '../../store/data-keys.ts';
import type { Database, Ending, Transaction } from '../../store/database.ts';
import type { Keyring } from '../../store/keyring.ts';
import {
  countEndpoints,
  deleteEndpoint,
  disableEndpoint,
  type EndpointChange,
  enableEndpoint,
  insertEndpoint,
  readEndpoint,
  readEndpointWithSecrets,
  updateEndpoint,
  updateEndpointSecrets,
} from '../../store/webhook-endpoints.ts';
import { buryPendingMessages, renewMessage, renewMessagesSince } from '../../store/webhook-messages.ts';
import { dequeueEndpoint, enqueueEndpoint, wakeEndpoint } from '../../store/webhook-queue.ts';

export interface ManageDeps {
  readonly keyring: Keyring;
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
}

export type EndpointProblem =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'url'; readonly problem: UrlProblem }
  | { readonly kind: 'too_many'; readonly max: number }
  /** Nothing is sent to it, so nothing can be sent again. */
  | { readonly kind: 'disabled' }
  | { readonly kind: 'unknown_event' };

export type EndpointResult<T> = Result<T, EndpointProblem>;

/** The secret is whole only here. */
export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

export interface NewEndpoint {
  readonly url: string;
  readonly description?: string;
  /** All of them unless told. */
  readonly types?: readonly EventType[];
}

/** Every function here works in the caller's transaction, so that its audit entry stands or falls with it. */
export async function createEndpoint(
  deps: ManageDeps,
  tx: Transaction,
  { mode, at }: { readonly mode: EnvironmentMode; readonly at: Date },
  input: NewEndpoint,
): Promise<EndpointResult<EndpointWithSecret>> {
  const problem = checkEndpointUrl(input.url, mode);
  if (problem !== undefined) return refuse({ kind: 'url', problem });
  if ((await countEndpoints(tx)) >= ENDPOINTS_PER_ENVIRONMENT_MAX) {
    return refuse({ kind: 'too_many', max: ENDPOINTS_PER_ENVIRONMENT_MAX });
  }
  const id = deps.newId('we_');
  const secret = newSecret();
  const { url, description = '', types } = input;
  const made = { id, url, description, ...(types === undefined ? {} : { types }), createdAt: at };
  insertEndpoint(tx, await ownKey(deps, tx), made, { current: secret });
  enqueueEndpoint(tx, id);
  const endpoint = await readEndpoint(tx, id);
  invariant(endpoint !== undefined, 'what was inserted can be read');
  return { ok: true, value: { endpoint, secret } };
}

/** `enabled` along with other changes is one change. */
export async function changeEndpoint(
  tx: Transaction,
  { mode, at }: { readonly mode: EnvironmentMode; readonly at: Date },
  id: string,
  change: EndpointChange & { readonly enabled?: boolean },
): Promise<EndpointResult<WebhookEndpoint>> {
  const problem = change.url === undefined ? undefined : checkEndpointUrl(change.url, mode);
  if (problem !== undefined) return refuse({ kind: 'url', problem });
  if (change.enabled === false) await disable(tx, id, at);
  if (change.enabled === true && (await enableEndpoint(tx, id, at)) !== undefined) enqueueEndpoint(tx, id);
  const endpoint = await updateEndpoint(tx, id, change, at);
  return endpoint === undefined ? refuse({ kind: 'not_found' }) : { ok: true, value: endpoint };
}

/** For a day messages are signed with both. */
export async function rotateEndpointSecret(
  deps: ManageDeps,
  tx: Transaction,
  id: string,
  at: Date,
): Promise<EndpointResult<EndpointWithSecret>> {
  const keys = await deps.keyring.of(tx.environmentId);
  const found = await readEndpointWithSecrets(tx, keys, id);
  if (found === undefined) return refuse({ kind: 'not_found' });
  const secret = newSecret();
  const secrets: WebhookSecrets = rotateSecret(found.secrets, secret, at);
  updateEndpointSecrets(tx, await ownKey(deps, tx), id, secrets, at);
  const endpoint = await readEndpoint(tx, id);
  invariant(endpoint !== undefined, 'an endpoint that was there a moment ago is held by this transaction');
  return { ok: true, value: { endpoint, secret } };
}

export async function removeEndpoint(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<EndpointResult<undefined>> {
  dequeueEndpoint(tx, id);
  return (await deleteEndpoint(tx, id, at)) ? { ok: true, value: undefined } : refuse({ kind: 'not_found' });
}

/** One event, whether it was sent before or not, and whatever types the endpoint asks for. */
export function resendMessage(
  tx: Transaction,
  id: string,
  eventId: string,
  at: Date,
): Promise<EndpointResult<WebhookEndpoint>> {
  return resend(tx, id, at, () => renewMessage(tx, id, eventId, at));
}

/** That event and every later one of the endpoint's types, whether it was sent before or not. */
export function resendMessagesSince(
  tx: Transaction,
  id: string,
  eventId: string,
  at: Date,
): Promise<EndpointResult<WebhookEndpoint>> {
  return resend(tx, id, at, () => renewMessagesSince(tx, id, eventId));
}

async function resend(
  tx: Transaction,
  id: string,
  at: Date,
  renew: () => Promise<boolean>,
): Promise<EndpointResult<WebhookEndpoint>> {
  wakeEndpoint(tx, id, at);
  const endpoint = await readEndpoint(tx, id);
  if (endpoint === undefined) return refuse({ kind: 'not_found' });
  if (endpoint.status === 'disabled') return refuse({ kind: 'disabled' });
  return (await renew()) ? { ok: true, value: endpoint } : refuse({ kind: 'unknown_event' });
}

async function disable(tx: Transaction, id: string, at: Date): Promise<void> {
  dequeueEndpoint(tx, id);
  if ((await disableEndpoint(tx, id, 'operator', at)) !== undefined) buryPendingMessages(tx, id, at);
}

/** Runs one of these in a transaction of its own; what is refused has changed nothing. */
export function inTransaction<T>(
  db: Database,
  environmentId: string,
  work: (tx: Transaction) => Promise<EndpointResult<T>>,
): Promise<EndpointResult<T>> {
  return db.transaction(environmentId, async (tx): Promise<Ending<EndpointResult<T>>> => {
    const value = await work(tx);
    return { commit: value.ok, value };
  });
}

function newSecret(): string {
  return formatSecret(randomBytes(SECRET_BYTES));
}

async function ownKey(deps: ManageDeps, tx: Transaction) {
  const dataKey = await findDataKey(tx, await deps.keyring.of(tx.environmentId), tx.environmentId);
  invariant(dataKey !== undefined, 'an environment has its own data key from its first day');
  return dataKey;
}

function refuse(error: EndpointProblem): { readonly ok: false; readonly error: EndpointProblem } {
  return { ok: false, error };
}
