import type { OperationName } from '@switchyard/contract';
import type { Channel } from '@switchyard/engine';
import { fail } from '../domain/failure.ts';
import { checkReturnUri } from '../domain/return-uri.ts';
import type { Handler } from './operation.ts';

/** How long to wait before asking again for something that only an upgrade can bring. */
const RETRY_AFTER_S = 86_400;

/** An operation of the contract that this release cannot perform. It says so, and never pretends. */
export function notYetAvailable<N extends OperationName>(name: N): Handler<N> {
  return {
    kind: 'read',
    isAbsent: true,
    run: async ({ call }, input) => {
      const { returnUri, channel } = returnOf(input);
      const checked =
        returnUri === undefined ? undefined : checkReturnUri(returnUri, call.environment.mode, channel);
      if (checked?.ok === false) return checked;
      return fail('provider_unavailable', 'operation.not_yet_available', {
        vars: { operation: name },
        retryAfterS: RETRY_AFTER_S,
      });
    },
  };
}

function returnOf(input: object): { readonly returnUri?: string; readonly channel?: Channel } {
  // Both operations that take a returnUri have it, and the one that takes a channel has that, in their body.
  return 'body' in input ? (input.body as { readonly returnUri?: string; readonly channel?: Channel }) : {};
}
