/**
 * The form of an API key: `sy_test_sk_` or `sy_live_sk_`, 30 base62 characters, then 6 that are the CRC-32 of all
 * before them. The checksum lets a mistyped or truncated key be refused without asking the database.
 */
import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { OperationName } from '@switchyard/contract';
import type { EnvironmentMode } from '@switchyard/engine';
import { base62, base62Digit } from './base62.ts';

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

export const SECRET_CHARS = 30;
const CHECKSUM_CHARS = 6;
const FORM = new RegExp(`^sy_(test|live)_sk_[0-9A-Za-z]{${SECRET_CHARS + CHECKSUM_CHARS}}$`);

/** Makes the key's text from random bytes, one per secret character. */
export function formatApiKey(mode: EnvironmentMode, random: Uint8Array): string {
  const secret = Array.from(random.subarray(0, SECRET_CHARS), (byte) => base62Digit(byte % 62)).join('');
  const body = `sy_${mode}_sk_${secret}`;
  return body + checksum(body);
}

export function isApiKeyText(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECKSUM_CHARS) === checksum(text.slice(0, -CHECKSUM_CHARS));
}

/** What is stored of a key: it tells nothing of the key without the pepper. */
export function hashApiKey(pepper: Buffer, text: string): Buffer {
  return createHmac('sha256', pepper).update(text).digest();
}

export function isUsable(key: ApiKey, nowMs: number): boolean {
  const expired = key.expiresAt !== undefined && key.expiresAt.getTime() <= nowMs;
  const revoked = key.revokedAt !== undefined && key.revokedAt.getTime() <= nowMs;
  return !expired && !revoked;
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_CHARS);
}
