import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';

/** From consent to its end, at banks that are there to end it. */
export const CONSENT_ENDS_AFTER_MS = 3_000;

export type ConsentEnd = 'revoked' | 'expired';

/** Who ends a provider's consents. */
export function onConsentEnd(
  world: World,
  provider: string,
  end: (id: string, how: ConsentEnd) => void,
): void {
  world.onDue(`${provider}/revoked`, (id) => end(id, 'revoked'));
  world.onDue(`${provider}/expired`, (id) => end(id, 'expired'));
}

/** What becomes of a consent at a bank that ends all of them. */
export function fateOfConsent(world: World, provider: string, bank: Bank, id: string): void {
  if (bank.wish === 'revokes') world.schedule(`${provider}/revoked`, CONSENT_ENDS_AFTER_MS, id);
  if (bank.wish === 'expires') world.schedule(`${provider}/expired`, CONSENT_ENDS_AFTER_MS, id);
}
