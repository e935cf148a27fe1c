/** Writes what a configuration changes of webhook endpoints. Answers the secrets of new ones, which are shown this once. */
import { invariant } from '@switchyard/engine';
import type { Environment } from '../domain/environment.ts';
import type { Transaction } from '../store/database.ts';
import { changeEndpoint, createEndpoint, removeEndpoint } from '../workflows/webhooks/manage-endpoints.ts';
import type { Considered } from './consider-configuration.ts';
import type { ManageDeps } from './operation.ts';

export interface NewWebhookSecret {
  readonly url: string;
  readonly secret: string;
}

export async function writeWebhooks(
  deps: ManageDeps,
  tx: Transaction,
  { mode }: Environment,
  { changes, target, endpoints }: Considered,
  at: Date,
): Promise<readonly NewWebhookSecret[]> {
  const secrets: NewWebhookSecret[] = [];
  for (const { action, subject, key, fields } of changes) {
    if (subject !== 'webhook' || action === 'keep') continue;
    const wanted = target.webhooks?.find(({ url }) => url === key);
    const id = endpoints.find(({ url }) => url === key)?.id;
    if (wanted === undefined) {
      invariant(id !== undefined, 'what is removed is there');
      await removeEndpoint(tx, id, at);
      continue;
    }
    const { url, description, types, status } = wanted;
    if (id === undefined) {
      const made = await createEndpoint(
        deps,
        tx,
        { mode, at },
        { url, description, ...(types === undefined ? {} : { types }) },
      );
      invariant(
        made.ok,
        'the file has no more endpoints than there may be, and its addresses were looked at',
      );
      secrets.push({ url, secret: made.value.secret });
      if (status === 'disabled')
        await changeEndpoint(tx, { mode, at }, made.value.endpoint.id, { enabled: false });
    } else {
      // One that the service has disabled is enabled again only when somebody says so.
      const isSwitched = fields.some(({ path }) => path === 'status');
      await changeEndpoint(tx, { mode, at }, id, {
        description,
        types: types ?? null,
        ...(isSwitched ? { enabled: status === 'enabled' } : {}),
      });
    }
  }
  return secrets;
}
