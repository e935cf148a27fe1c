/** Which operations of the contract this release performs. The others say for themselves that it does not. */
import type { OperationName } from '@switchyard/contract';
import { HANDLERS } from '../../packages/server/src/operations/handlers.ts';

interface Refusal {
  readonly error?: { readonly explanation?: { readonly key: string } };
}

export async function isAvailable(name: OperationName): Promise<boolean> {
  const { run } = HANDLERS[name];
  if (run.length > 0) return true;
  // It takes neither its dependencies nor its input, so it can only refuse, and may be asked without any.
  const outcome = await (run as unknown as () => Promise<Refusal>)();
  return outcome.error?.explanation?.key !== 'operation.not_yet_available';
}
