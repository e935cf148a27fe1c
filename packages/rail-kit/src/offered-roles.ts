import type { RailRole } from '@switchyard/engine';
import type { Rail } from './rail.ts';

/** The catalogue's words for what a rail offers, from the properties it has. */
export function offeredRoles(rail: Rail): readonly RailRole[] {
  return ROLES.filter(([property]) => rail[property] !== undefined).map(([, role]) => role);
}

/** A transit balance that takes money in is what the catalogue calls a pay-in. */
const ROLES = [
  ['bankLink', 'bank-link'],
  ['institutions', 'institution-directory'],
  ['payment', 'payment'],
  ['webhook', 'webhook'],
  ['payout', 'payout'],
  ['transit', 'pay-in'],
  ['fx', 'fx'],
] as const satisfies readonly (readonly [keyof Rail, RailRole])[];
