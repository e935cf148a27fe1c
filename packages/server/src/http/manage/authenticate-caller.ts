/**
 * From a request's headers to who calls the management API. Nothing is remembered between calls: a token that is revoked or
 * a session that has ended is refused from that moment on, on every node.
 */
import type { Caller } from '../../domain/manage/caller.ts';
import { isManagementToken, isSessionSecret } from '../../domain/manage/management-secrets.ts';
import { hashSecret } from '../../domain/secret-text.ts';

export interface CallerFinder {
  findByToken(hash: Buffer, now: Date): Promise<Caller | undefined>;
  findBySession(hash: Buffer, now: Date): Promise<Caller | undefined>;
}

export interface Credentials {
  readonly authorization: string | undefined;
  /** What is in the session's cookie. */
  readonly sessionSecret: string | undefined;
}

const BEARER = /^bearer +([^\s]+)$/i;

/** A token is a clearer word than a cookie, which browsers send by themselves. */
export async function authenticateCaller(
  deps: { readonly pepper: Buffer; readonly callers: CallerFinder },
  { authorization, sessionSecret }: Credentials,
  now: Date,
): Promise<Caller | undefined> {
  if (authorization !== undefined) {
    const text = BEARER.exec(authorization)?.[1];
    if (text === undefined || !isManagementToken(text)) return undefined;
    return deps.callers.findByToken(hashSecret(deps.pepper, text), now);
  }
  if (sessionSecret === undefined || !isSessionSecret(sessionSecret)) return undefined;
  return deps.callers.findBySession(hashSecret(deps.pepper, sessionSecret), now);
}
