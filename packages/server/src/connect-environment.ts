/**
 * Connects an environment's adapters to a simulator and takes them into service: credentials, webhook paths, what each can do with
 * money, and the banks it reaches. A start of the development server does it, and so do tests of it.
 */
import { connectSimulated } from './development/connect-simulated.ts';
import { WEBHOOK_PATH, webhookToken } from './workflows/connections.ts';
import type { WorkflowDeps } from './workflows/deps.ts';
import { noteAbilities } from './workflows/note-abilities.ts';
import { refreshNow } from './workflows/refresh-directory.ts';
import { webhookTokenHash } from './workflows/take-notice.ts';

/** Answers where a connection's webhooks arrive. */
export async function connectEnvironment(
  workflows: WorkflowDeps,
  environmentId: string,
  { simulatorUrl, webhookSecret }: { readonly simulatorUrl: string; readonly webhookSecret: Buffer },
): Promise<{ hookOf(connectionId: string): string }> {
  const tokenOf = (connectionId: string) => webhookToken(webhookSecret, environmentId, connectionId);
  const hookOf = (connectionId: string) =>
    `${workflows.connections.publicUrl() ?? ''}${WEBHOOK_PATH}/${tokenOf(connectionId)}`;
  const connected = await connectSimulated(
    {
      ...workflows,
      webhookUrlOf: hookOf,
      webhookHashOf: (connectionId) => webhookTokenHash(tokenOf(connectionId)),
    },
    environmentId,
    simulatorUrl,
  );
  for (const id of connected) {
    await noteAbilities(workflows, environmentId, id);
    await refreshNow(workflows, environmentId, id);
  }
  return { hookOf };
}
