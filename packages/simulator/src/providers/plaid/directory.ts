/** The banks of this world under Plaid's kind of ids, and what it can do at each. */
import type { Bank } from '../../world/bank.ts';
import { digitsOf } from '../../world/digits.ts';
import type { World } from '../../world/world.ts';

/** Countries of the API description in which this world has banks that Plaid could serve. */
export const COUNTRY_CODES: readonly string[] = [
  'US',
  'GB',
  'ES',
  'NL',
  'FR',
  'IE',
  'CA',
  'DE',
  'IT',
  'PL',
  'DK',
  'NO',
  'SE',
  'EE',
  'LT',
  'LV',
  'PT',
  'BE',
  'AT',
  'FI',
];

export interface Directory {
  institutionId(bank: Bank): string;
  bankOf(institutionId: string): Bank | undefined;
  inCountries(countries: readonly string[]): readonly Bank[];
}

export function createDirectory(world: World): Directory {
  const banks = world.banks.all().filter(({ country }) => COUNTRY_CODES.includes(country));
  const byId = new Map(banks.map((bank) => [institutionId(bank), bank]));
  return {
    institutionId,
    bankOf: (id) => byId.get(id),
    inCountries: (countries) => banks.filter(({ country }) => countries.includes(country)),
  };
}

export function productsOf({ country }: Bank): readonly string[] {
  const own = country === 'US' ? ['transfer'] : country === 'CA' ? [] : ['payment_initiation'];
  return ['auth', 'balance', 'identity', 'transactions', ...own];
}

function institutionId({ id }: Bank): string {
  return `ins_${digitsOf(`plaid/${id}`, 9)}`;
}
