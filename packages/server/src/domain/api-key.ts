/** The form of an API key: `sy_test_sk_` or `sy_live_sk_`, then what every secret text has. */
import type { OperationName } from '@switchyard/contract';
import type { EnvironmentMode } from '@switchyard/engine';
import { formatSecret, isSecretText } from './secret-text.ts';

export { hashSecret as hashApiKey, SECRET_CHARS } from './secret-text.ts';

/** A whole family of operations, or single ones by name. */
export type Scope = 'full' | 'read' | 'decide' | OperationName;

/** What a request may know of the key it came with. */
export interface ApiKey {
  readonly id: string;
  readonly environmentId: string;
  readonly organisationId: string;
  readonly mode: EnvironmentMode;
  readonly scopes: readonly string[];
  readonly apiVersion: string;
  /** Addresses or CIDR ranges the key may be used from; empty means anywhere. */
  readonly allowedAddresses: readonly string[];
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

/** Makes the key's text from random bytes, one per secret character. */
export function formatApiKey(mode: EnvironmentMode, random: Uint8Array): string {
  return formatSecret(`sy_${mode}_sk_`, random);
}

export function isApiKeyText(text: string): boolean {
  return isSecretText('sy_test_sk_', text) || isSecretText('sy_live_sk_', text);
}

export function isUsable(key: ApiKey, nowMs: number): boolean {
  const expired = key.expiresAt !== undefined && key.expiresAt.getTime() <= nowMs;
  const revoked = key.revokedAt !== undefined && key.revokedAt.getTime() <= nowMs;
  return !expired && !revoked;
}
