import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';

/** What is made to end must not have ended when it is made. */
export function checkExpiry(text: string | undefined, now: Date): Result<{ expiresAt?: Date }, Failure> {
  if (text === undefined) return { ok: true, value: {} };
  const expiresAt = new Date(text);
  if (expiresAt > now) return { ok: true, value: { expiresAt } };
  return fail('invalid_request', 'expiry.past', { param: 'expiresAt' });
}
