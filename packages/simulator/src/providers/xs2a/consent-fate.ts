import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';

/** From consent to its end, at banks that are there to end it. */
export const CONSENT_ENDS_AFTER_MS = 3_000;

/** What becomes of a consent at a bank that ends all of them. */
export function fateOfConsent(world: World, bank: Bank, end: (how: 'revoked' | 'expired') => void): void {
  if (bank.wish === 'revokes') world.later(CONSENT_ENDS_AFTER_MS, () => end('revoked'));
  if (bank.wish === 'expires') world.later(CONSENT_ENDS_AFTER_MS, () => end('expired'));
}
