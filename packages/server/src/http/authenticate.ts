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
  /** By the header as it came, which saves taking it apart. */
  const remembered = new Map<string, { readonly key: ApiKey; readonly untilMs: number }>();

  async function find(authorization: string, nowMs: number): Promise<ApiKey | undefined> {
    remembered.delete(authorization);
    const text = BEARER.exec(authorization)?.[1];
    if (text === undefined || !isApiKeyText(text)) return undefined;
    const key = await deps.findApiKey(hashApiKey(deps.pepper, text));
    if (key === undefined) return undefined;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(authorization, { key, untilMs: nowMs + REMEMBER_MS });
    return key;
  }

  return {
    authenticate(authorization, nowMs) {
      if (authorization === undefined) return verdict(undefined, nowMs);
      const held = remembered.get(authorization);
      if (held !== undefined && held.untilMs > nowMs) return verdict(held.key, nowMs);
      return find(authorization, nowMs).then((key) => verdict(key, nowMs));
    },
  };
}

function verdict(key: ApiKey | undefined, nowMs: number): Result<ApiKey, Failure> {
  if (key === undefined || !isUsable(key, nowMs)) return fail('unauthorized', 'auth.key_required');
  return { ok: true, value: key };
}
