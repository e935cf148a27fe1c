import type { Route } from '../../http/route.ts';
import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { apiRoute } from './api-route.ts';
import { COUNTRY_CODES, type Directory, productsOf } from './directory.ts';
import { invalidField, missingField } from './errors.ts';
import { type Fields, optionalFields, textList, wholeNumber } from './read-body.ts';

const COUNT_MAX = 500;

export function institutionRoutes(world: World, directory: Directory): readonly Route[] {
  return [
    apiRoute(world, '/institutions/get', (body) => {
      const count = wholeNumber(body, 'count', { min: 1, max: COUNT_MAX, absent: undefined });
      const offset = wholeNumber(body, 'offset', {
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        absent: undefined,
      });
      const products = textList(optionalFields(body, 'options') ?? {}, 'products');
      const matching = directory
        .inCountries(readCountries(body))
        .filter((bank) => products.every((product) => productsOf(bank).includes(product)));
      return {
        answer: {
          institutions: matching
            .slice(offset, offset + count)
            .map((bank) => describeInstitution(world, directory, bank)),
          total: matching.length,
        },
      };
    }),
  ];
}

export function readCountries(body: Fields): readonly string[] {
  const countries = textList(body, 'country_codes');
  if (countries.length === 0) throw missingField('country_codes');
  const unknown = countries.find((country) => !COUNTRY_CODES.includes(country));
  if (unknown !== undefined) throw invalidField('country_codes', 'must be countries that Plaid serves');
  return countries;
}

function describeInstitution(world: World, directory: Directory, bank: Bank): Fields {
  const isDown = bank.wish === 'unavailable';
  return {
    institution_id: directory.institutionId(bank),
    name: bank.name,
    products: productsOf(bank),
    country_codes: [bank.country],
    routing_numbers: bank.country === 'US' && bank.nationalCode !== undefined ? [bank.nationalCode] : [],
    dtc_numbers: [],
    // European banks log people in themselves; so do the large American ones.
    oauth: true,
    status: {
      item_logins: {
        status: isDown ? 'DOWN' : 'HEALTHY',
        last_status_change: new Date(world.now()).toISOString(),
        breakdown: {
          success: isDown ? 0 : 1,
          error_plaid: 0,
          error_institution: isDown ? 1 : 0,
          refresh_interval: 'NORMAL',
        },
      },
    },
  };
}
