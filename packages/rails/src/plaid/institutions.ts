import type { RailRole } from '@switchyard/engine';
import { type InstitutionDirectory, type ProviderInstitution, rejected } from '@switchyard/rail-kit';
import type { PlaidApi } from './api/client.ts';
import { getInstitutions, type PlaidInstitution } from './api/institutions.ts';
import { LINK_COUNTRIES } from './countries.ts';
import type { PlaidCredentials } from './credentials.ts';

/** Plaid allows 500. Fewer keep a page well inside what an answer may weigh. */
const PAGE_COUNT = 200;

export function createInstitutionDirectory(deps: {
  readonly api: PlaidApi;
  readonly credentials: Pick<PlaidCredentials, 'transfer'>;
}): InstitutionDirectory {
  return {
    async list({ country, after }) {
      const countries = LINK_COUNTRIES.filter((known) => country === undefined || known === country);
      if (countries.length === 0) return { kind: 'done', result: { institutions: [] } };
      if (after !== undefined && !/^[0-9]{1,9}$/.test(after)) return rejected();
      const offset = Number(after ?? '0');
      const page = await getInstitutions(deps.api, { offset, count: PAGE_COUNT, countries });
      if (!page.ok) return page.failure;
      const institutions = page.value.institutions.flatMap((institution) =>
        describeInstitution(institution, countries, deps.credentials.transfer === 'enabled'),
      );
      // Plaid leaves out what we may not use and still counts it, so a short page is not the last.
      const next = offset + PAGE_COUNT;
      return {
        kind: 'done',
        result: { institutions, ...(next < page.value.total ? { next: String(next) } : {}) },
      };
    },
  };
}

/** Pure. A bank in several countries is told once for each. */
export function describeInstitution(
  institution: PlaidInstitution,
  countries: readonly string[],
  withTransfer: boolean,
): readonly ProviderInstitution[] {
  const { products } = institution;
  const isDown = institution.status?.item_logins?.status === 'DOWN';
  return institution.country_codes
    .filter((country) => countries.includes(country))
    .flatMap((country) => {
      const links = products.includes('auth');
      const pays =
        country === 'US'
          ? withTransfer && products.includes('transfer')
          : products.includes('payment_initiation');
      const roles: readonly RailRole[] = [...(links ? LINKS : []), ...(pays ? PAYS : [])];
      if (roles.length === 0) return [];
      return [
        {
          ref: institution.institution_id,
          name: institution.name,
          country,
          ...(institution.routing_numbers.length === 0 ? {} : { nationalCodes: institution.routing_numbers }),
          roles,
          restrictions: [
            ...(links ? [] : [{ code: 'no_linking' as const, vars: {} }]),
            ...(pays ? [] : [{ code: 'no_payments' as const, vars: {} }]),
            ...(isDown ? [{ code: 'unhealthy' as const, vars: {} }] : []),
          ],
        },
      ];
    });
}

const LINKS: readonly RailRole[] = ['bank-link'];
const PAYS: readonly RailRole[] = ['payment'];
