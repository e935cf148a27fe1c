import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../../domain/failure.ts';
import type { StoredQuote } from '../../store/route-quotes.ts';
import type { WorkflowDeps } from '../deps.ts';

/** Whether every rail that carries the user's reference can carry its characters. */
export async function checkReferenceOnRails(
  deps: WorkflowDeps,
  environmentId: string,
  { legs }: StoredQuote['quote'],
  reference: string | undefined,
): Promise<Result<undefined, Failure>> {
  if (reference === undefined) return { ok: true, value: undefined };
  for (const { kind, rail, connection } of legs) {
    // A pay-in carries a reference of the rail that collects it.
    if (kind === 'pay-in' || kind === 'fx') continue;
    const callable = await deps.connections.callable(environmentId, connection);
    const opened = callable === undefined ? undefined : deps.caller.open(callable);
    const facts = kind === 'payout' ? opened?.payout?.facts : opened?.payment?.facts;
    if (facts !== undefined && !facts.reference.pattern.test(reference)) {
      return fail('invalid_request', 'reference.characters', { param: 'reference', vars: { rail } });
    }
  }
  return { ok: true, value: undefined };
}
