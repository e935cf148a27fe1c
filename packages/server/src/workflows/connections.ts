/**
 * Connections ready to be called: their row, their credentials and the path of their webhooks. Held for a moment, so that
 * a change of credentials is felt on every node within seconds.
 */
import { createHmac } from 'node:crypto';
import type { ConnectionStatus } from '@switchyard/engine';
import type { CallableConnection } from '../rails/call.ts';
import { findConnection } from '../store/connections.ts';
import { findCredentials } from '../store/credentials.ts';
import type { Database } from '../store/database.ts';
import type { Keyring } from '../store/keyring.ts';

export interface Connections {
  /** Undefined when there is no such connection, it is switched off, or it has no credentials. */
  callable(environmentId: string, connectionId: string): Promise<CallableConnection | undefined>;
  /** Also one that is switched off, as it is at this moment: for whoever tests it. */
  evenIfOff(environmentId: string, connectionId: string): Promise<CallableConnection | undefined>;
  publicUrl(): string | undefined;
  /** What its provider is to send notices to. */
  webhookUrlOf(environmentId: string, connectionId: string): string | undefined;
  /** The part of a webhook's path that nobody can guess. */
  webhookTokenOf(environmentId: string, connectionId: string): string;
}

export interface ConnectionsDeps {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly now: () => number;
  /** Undefined where the service cannot be reached from outside. */
  readonly publicUrl: () => string | undefined;
  readonly webhookSecret: Buffer;
}

const HELD_MS = 2_000;

export function createConnections(deps: ConnectionsDeps): Connections {
  const held = new Map<
    string,
    { readonly value: Promise<CallableConnection | undefined>; readonly atMs: number }
  >();
  return {
    evenIfOff: (environmentId, connectionId) => load(deps, environmentId, connectionId, () => true),
    publicUrl: deps.publicUrl,
    webhookUrlOf: (environmentId, connectionId) => webhookUrlOf(deps, environmentId, connectionId),
    webhookTokenOf: (environmentId, connectionId) =>
      webhookToken(deps.webhookSecret, environmentId, connectionId),
    callable(environmentId, connectionId) {
      const present = held.get(connectionId);
      if (present !== undefined && deps.now() - present.atMs < HELD_MS) return present.value;
      const value = load(deps, environmentId, connectionId, isOn);
      held.set(connectionId, { value, atMs: deps.now() });
      value.catch(() => held.delete(connectionId));
      return value;
    },
  };
}

export const WEBHOOK_PATH = '/hooks';

/** Nobody can guess it, and nobody has to store it: it is made again from the connection's id. */
export function webhookToken(secret: Buffer, environmentId: string, connectionId: string): string {
  return createHmac('sha256', secret).update(`${environmentId}|${connectionId}`).digest('base64url');
}

async function load(
  deps: ConnectionsDeps,
  environmentId: string,
  connectionId: string,
  isWanted: (status: ConnectionStatus) => boolean,
): Promise<CallableConnection | undefined> {
  const connection = await findConnection(deps.db, environmentId, connectionId);
  if (connection?.mode !== 'route' || !isWanted(connection.status)) return undefined;
  const credentials = await findCredentials(deps.db, await deps.keyring.of(environmentId), connectionId);
  if (credentials === undefined) return undefined;
  const webhookUrl = webhookUrlOf(deps, environmentId, connectionId);
  return {
    environmentId,
    id: connectionId,
    rail: connection.rail,
    credentials: credentials.values,
    version: credentials.version,
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}

function isOn(status: ConnectionStatus): boolean {
  return status === 'ready' || status === 'degraded';
}

function webhookUrlOf(
  { publicUrl, webhookSecret }: Pick<ConnectionsDeps, 'publicUrl' | 'webhookSecret'>,
  environmentId: string,
  connectionId: string,
): string | undefined {
  const base = publicUrl();
  const token = webhookToken(webhookSecret, environmentId, connectionId);
  return base === undefined ? undefined : `${base}${WEBHOOK_PATH}/${token}`;
}
