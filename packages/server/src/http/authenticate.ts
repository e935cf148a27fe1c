/**
 * From an Authorization header to a key. Every way of not having a usable key gets one same answer. Keys found are
 * remembered for a few seconds, which is also how long a revocation takes to be felt everywhere; keys not found
 * are not remembered, so a key works from the moment it exists.
 */
import type { Result } from '@switchyard/engine';
import { type ApiKey, hashApiKey, isApiKeyText, isUsable } from '../domain/api-key.ts';
import { type Failure, fail } from '../domain/failure.ts';

export interface Authenticator {
  /** At once where the key is remembered. */
  authenticate(
    authorization: string | undefined,
    nowMs: number,
  ): Result<ApiKey, Failure> | Promise<Result<ApiKey, Failure>>;
}

/** Within the five seconds that a revocation may take. */
const REMEMBER_MS = 4_000;
const REMEMBERED_MAX = 10_000;
const BEARER = /^bearer +([^\s]+)$/i;

export function createAuthenticator(deps: {
  readonly pepper: Buffer;
  readonly findApiKey: (hash: Buffer) => Promise<ApiKey | undefined>;
}): Authenticator {
  const remembered = new Map<string, { readonly key: ApiKey; readonly untilMs: number }>();

  async function find(text: string, nowMs: number): Promise<ApiKey | undefined> {
    remembered.delete(text);
    const key = isApiKeyText(text) ? await deps.findApiKey(hashApiKey(deps.pepper, text)) : undefined;
    if (key === undefined) return undefined;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(text, { key, untilMs: nowMs + REMEMBER_MS });
    return key;
  }

  return {
    authenticate(authorization, nowMs) {
      const text = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
      if (text === undefined) return verdict(undefined, nowMs);
      const held = remembered.get(text);
      if (held !== undefined && held.untilMs > nowMs) return verdict(held.key, nowMs);
      return find(text, nowMs).then((key) => verdict(key, nowMs));
    },
  };
}

function verdict(key: ApiKey | undefined, nowMs: number): Result<ApiKey, Failure> {
  if (key === undefined || !isUsable(key, new Date(nowMs))) return fail('unauthorized', 'auth.key_required');
  return { ok: true, value: key };
}
