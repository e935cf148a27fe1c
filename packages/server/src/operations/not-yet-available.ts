import type { OperationName } from '@switchyard/contract';
import { fail } from '../domain/failure.ts';
import type { Handler } from './operation.ts';

/** How long to wait before asking again for something that only an upgrade can bring. */
const RETRY_AFTER_S = 86_400;

/** An operation of the contract that this release cannot perform. It says so, and never pretends. */
export function notYetAvailable<N extends OperationName>(name: N): Handler<N> {
  return {
    kind: 'read',
    run: async () =>
      fail('provider_unavailable', 'operation.not_yet_available', {
        vars: { operation: name },
        retryAfterS: RETRY_AFTER_S,
      }),
  };
}
