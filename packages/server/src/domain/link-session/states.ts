/**
 * A session is `processing` while it is our turn or the provider's, and `requires_action` while it is the user's; these may
 * alternate, because a bank may ask twice. It ends `completed`, with accounts, or `failed`, with a reason; both are final.
 */
import type { LinkSessionStatus } from './link-session.ts';

export const LINK_SESSION_TRANSITIONS: Readonly<Record<LinkSessionStatus, readonly LinkSessionStatus[]>> = {
  requires_action: ['requires_action', 'processing', 'completed', 'failed'],
  processing: ['requires_action', 'processing', 'completed', 'failed'],
  completed: [],
  failed: [],
};

export function isFinal(status: LinkSessionStatus): boolean {
  return LINK_SESSION_TRANSITIONS[status].length === 0;
}
