/**
 * Where a user may be sent back to. The contract has refused what no environment admits; this is the rest of the
 * rule: https, this machine in test, an app when the user is in one; and in live only what is on the environment's list.
 */
import type { Channel, EnvironmentMode, Result } from '@switchyard/engine';
import { type Failure, fail } from './failure.ts';

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

export interface ReturnRule {
  readonly mode: EnvironmentMode;
  /** Undefined where the input does not say it. */
  readonly channel: Channel | undefined;
  /** Origins, and schemes of apps. */
  readonly returnOrigins: readonly string[];
}

export function checkReturnUri(returnUri: string, rule: ReturnRule): Result<undefined, Failure> {
  const uri = new URL(returnUri);
  if (!isAdmitted(uri, rule)) return fail('invalid_request', 'input.uri_scheme', { param: 'returnUri' });
  if (rule.mode === 'live' && !rule.returnOrigins.some((listed) => isFrom(uri, listed)))
    return fail('invalid_request', 'return_uri.not_allowed', { param: 'returnUri' });
  return { ok: true, value: undefined };
}

function isAdmitted({ protocol, hostname }: URL, { mode, channel }: ReturnRule): boolean {
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return mode === 'test' && THIS_MACHINE.has(hostname);
  return channel !== 'web';
}

/** An app's URI has no origin to compare; its scheme is what the app is known by. */
function isFrom(uri: URL, listed: string): boolean {
  if (uri.protocol !== 'https:') return uri.protocol === listed;
  return URL.canParse(listed) && new URL(listed).origin === uri.origin;
}
