/** Gives a connection what it is called with, sealed; from then on its provider's notices are taken, too. */
import { invariant } from '@switchyard/engine';
import { putCredentials, registerWebhookPath } from '../store/credentials.ts';
import { findDataKey } from '../store/data-keys.ts';
import type { Transaction } from '../store/database.ts';
import { scheduleJob } from '../store/jobs.ts';
import { webhookTokenHash } from '../workflows/take-notice.ts';
import type { ManageDeps } from './operation.ts';

/** Nodes hold connections for two seconds: by then all of them open this one with what is new. */
const TAKEN_UP_AFTER_MS = 3_000;

export async function sealCredentials(
  { keyring, workflows }: Pick<ManageDeps, 'keyring' | 'workflows'>,
  tx: Transaction,
  connectionId: string,
  values: unknown,
  now: Date,
): Promise<void> {
  const { environmentId } = tx;
  const dataKey = await findDataKey(tx, await keyring.of(environmentId), environmentId);
  invariant(dataKey !== undefined, 'an environment has a key');
  putCredentials(tx, dataKey, connectionId, values, now);
  const token = workflows.connections.webhookTokenOf(environmentId, connectionId);
  registerWebhookPath(tx, webhookTokenHash(token), connectionId);
  scheduleTakingUp(tx, connectionId, now);
}

/** What a connection that was changed can do, and which banks it reaches, is found out as soon as it can be called. */
export function scheduleTakingUp(tx: Transaction, connectionId: string, now: Date): void {
  scheduleJob(tx, 'directory.refresh', connectionId, new Date(now.getTime() + TAKEN_UP_AFTER_MS));
}
