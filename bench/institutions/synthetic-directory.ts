/** Banks that do not exist, as many as wanted, the same in every run; named as banks are. */
import type { ProviderInstitution } from '@switchyard/rail-kit';
import { createRandom } from '../../test/harness/random.ts';

const KINDS = [
  'Bank',
  'Sparkasse',
  'Volksbank',
  'Crédit Mutuel',
  'Caisse d’Épargne',
  'Raiffeisenbank',
  'Savings',
  'Trust',
];
const TOWNS = [
  'Münster',
  'Köln',
  'Łódź',
  'Málaga',
  'Århus',
  'Gießen',
  'Évreux',
  'York',
  'Trento',
  'Zwolle',
  'Göteborg',
  'Cork',
];
const SIDES = ['Nord', 'Süd', 'Ost', 'West', 'Mitte', 'am See', 'Land', 'Stadt', 'Alt', 'Neu'];
const COUNTRIES = ['FR', 'ES', 'IT', 'NL', 'IE', 'PL', 'SE', 'US', 'GB'];
/** One large country has so much of all banks; that is where the bench searches. */
export const LARGE_COUNTRY = 'DE';
const LARGE_SHARE = 0.4;

export function syntheticDirectory(count: number, provider: string): readonly ProviderInstitution[] {
  const random = createRandom(count);
  return Array.from({ length: count }, (_, number): ProviderInstitution => {
    const country = random.chance(LARGE_SHARE) ? LARGE_COUNTRY : random.pick(COUNTRIES);
    return {
      ref: `${provider}-${number}`,
      name: `${random.pick(KINDS)} ${random.pick(TOWNS)} ${random.pick(SIDES)} ${number}`,
      country,
      bic: bicOf(number, country),
      roles: ['bank-link'],
      restrictions: number % 10 === 0 ? [{ code: 'beta', vars: {} }] : [],
    };
  });
}

function bicOf(number: number, country: string): string {
  const letters = [3, 2, 1, 0].map((place) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26)),
  );
  return `${letters.join('')}${country}2L`;
}
