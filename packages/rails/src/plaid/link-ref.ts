import { createHash } from 'node:crypto';

/**
 * By what webhooks name a session in Link. They carry its token, which opens the session, so the ref is only a digest of it:
 * refs are looked up and may be seen.
 */
export function linkRef(linkToken: string): string {
  return createHash('sha256').update(linkToken).digest('base64url');
}
