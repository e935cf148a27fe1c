/**
 * Where a user may be sent back to. The contract has refused what no environment admits; this is the rest of the
 * rule: https, this machine in test, an app when the user is in one.
 */
import type { Channel, EnvironmentMode, Result } from '@switchyard/engine';
import { type Failure, fail } from './failure.ts';

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/** `channel` is undefined where the input does not say it. */
export function checkReturnUri(
  returnUri: string,
  mode: EnvironmentMode,
  channel: Channel | undefined,
): Result<undefined, Failure> {
  return isAdmitted(new URL(returnUri), mode, channel)
    ? { ok: true, value: undefined }
    : fail('invalid_request', 'input.uri_scheme', { param: 'returnUri' });
}

function isAdmitted(
  { protocol, hostname }: URL,
  mode: EnvironmentMode,
  channel: Channel | undefined,
): boolean {
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return mode === 'test' && THIS_MACHINE.has(hostname);
  return channel !== 'web';
}
