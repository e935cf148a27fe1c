import type { Done, Failed, FxQuote, FxRequest, Refused } from '@switchyard/rail-kit';
import type { WorkflowDeps } from '../deps.ts';

/** Asks the provider of a connection for a rate. Nothing moves by it. */
export async function askRate(
  deps: Pick<WorkflowDeps, 'connections' | 'caller'>,
  environmentId: string,
  connectionId: string,
  request: FxRequest,
): Promise<Done<FxQuote> | Refused | Failed> {
  const connection = await deps.connections.callable(environmentId, connectionId);
  if (connection === undefined) return { kind: 'unavailable' };
  return deps.caller.call(
    connection,
    { name: 'fx.quote' },
    async ({ fx }): Promise<Done<FxQuote> | Refused | Failed> =>
      fx === undefined ? { kind: 'misconfigured' } : fx.quote(request),
  );
}
