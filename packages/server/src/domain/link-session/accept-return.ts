/**
 * Whether what a user brought back belongs to a session, and is news. The state we made must come back with the user; it is good
 * for one return, and the same return again is no mistake.
 */
import { canonicalJson, type Result } from '@switchyard/engine';
import { type Failure, fail } from '../failure.ts';
import { isSameState } from '../same-state.ts';
import type { LinkSession, UserReturn } from './link-session.ts';

export type ReturnVerdict = 'news' | 'known' | 'nothing';

export function acceptReturn(session: LinkSession, returned: UserReturn): Result<ReturnVerdict, Failure> {
  const { returnParams, sdkResult } = returned;
  if (returnParams === undefined && sdkResult === undefined) return { ok: true, value: 'nothing' };
  const { heard, action, state } = session.details;
  if (returnParams !== undefined && !isSameState(returnParams.state, state)) {
    return fail('invalid_request', 'link_session.foreign_return', { param: 'returnParams' });
  }
  const said = textOf(returned);
  if (heard !== undefined) {
    return heard === said
      ? { ok: true, value: 'known' }
      : fail('state_conflict', 'link_session.already_returned', {});
  }
  if (sdkResult !== undefined && action?.type !== 'sdk') {
    return fail('invalid_request', 'link_session.no_sdk', { param: 'sdkResult' });
  }
  return { ok: true, value: 'news' };
}

/** One text for one return, whatever the order of its parameters. */
export function textOf({ returnParams, sdkResult }: UserReturn): string {
  return canonicalJson({ returnParams: returnParams ?? null, sdkResult: sdkResult ?? null });
}
