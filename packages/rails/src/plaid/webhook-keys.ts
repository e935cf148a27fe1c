/**
 * Plaid's public keys by their id. A key is kept for an hour, so that one which Plaid expires is not trusted for longer; that
 * there is none is kept for a minute, so that invented ids cannot make us call Plaid without end.
 */
import type { PlaidApi } from './api/client.ts';
import { getWebhookKey, type WebhookKey } from './api/webhook-key.ts';

const KEY_KEPT_MS = 3_600_000;
const UNKNOWN_KEPT_MS = 60_000;
const KEPT_MAX = 100;

type Found = WebhookKey | 'unknown';

export function createWebhookKeys(deps: { readonly api: PlaidApi; readonly now: () => number }): {
  find(keyId: string): Promise<Found | 'unreachable'>;
} {
  const kept = new Map<string, { readonly found: Found; readonly untilMs: number }>();
  return {
    async find(keyId) {
      const known = kept.get(keyId);
      if (known !== undefined && deps.now() < known.untilMs) return known.found;
      const answer = await getWebhookKey(deps.api, keyId);
      if (!answer.ok && answer.failure.kind !== 'rejected') return 'unreachable';
      const found = answer.ok ? answer.value : 'unknown';
      kept.delete(keyId);
      const oldest = kept.keys().next().value;
      if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      kept.set(keyId, { found, untilMs: deps.now() + (answer.ok ? KEY_KEPT_MS : UNKNOWN_KEPT_MS) });
      return found;
    },
  };
}
