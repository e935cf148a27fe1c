import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';

/** Where payments can start, and where accounts can be read: not the same countries, as at the real one. */
const PAYMENT_COUNTRIES = ['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'GB', 'IE', 'LT', 'NL', 'PL', 'PT'];
const DATA_COUNTRIES = ['ES', 'FR', 'GB', 'IE', 'IT', 'LT'];

const PREFIXES: Readonly<Record<string, string>> = {
  GB: 'ob-',
  IE: 'ie-ob-',
  FR: 'fr-stet-',
  PL: 'pl-polishapi-',
};

/** The banks as TrueLayer names them. */
export interface ProviderIds {
  readonly payable: readonly Bank[];
  readonly readable: readonly Bank[];
  idOf(bank: Bank): string;
  bankOf(id: string): Bank | undefined;
}

export function createProviderIds({ banks }: Pick<World, 'banks'>): ProviderIds {
  const payable = banks.all().filter(({ country }) => PAYMENT_COUNTRIES.includes(country));
  const readable = banks.all().filter(({ country }) => DATA_COUNTRIES.includes(country));
  const byId = new Map([...payable, ...readable].map((bank) => [providerId(bank), bank]));
  return { payable, readable, idOf: providerId, bankOf: (id) => byId.get(id) };
}

function providerId({ id, country }: Bank): string {
  const name = id.slice(country.length + 1);
  return `${PREFIXES[country] ?? `${country.toLowerCase()}-xs2a-`}${name}`;
}
