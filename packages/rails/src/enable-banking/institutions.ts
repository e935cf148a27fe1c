import type { RailRole } from '@switchyard/engine';
import { type InstitutionDirectory, isFailure, type ProviderInstitution } from '@switchyard/rail-kit';
import type { AspspData, EnableBankingApi } from './api.ts';
import { formatInstitutionRef } from './institution-ref.ts';
import { failureOf } from './translate.ts';

/** The provider has no pages: all banks of a country, or of all countries, are one answer. */
export function createInstitutions(api: EnableBankingApi): InstitutionDirectory {
  return {
    async list({ country }) {
      const answer = await api.listAspsps(country === undefined ? {} : { country });
      if (isFailure(answer)) return answer;
      if (answer.kind === 'answered')
        return { kind: 'done', result: { institutions: answer.value.aspsps.map(institutionOf) } };
      return failureOf(answer);
    },
  };
}

export function institutionOf(aspsp: AspspData): ProviderInstitution {
  const pays = paysSepa(aspsp);
  const roles: readonly RailRole[] = pays ? ['bank-link', 'payment'] : ['bank-link'];
  return {
    ref: formatInstitutionRef(aspsp),
    name: aspsp.name,
    country: aspsp.country,
    ...(aspsp.bic ? { bic: aspsp.bic } : {}),
    ...(aspsp.logo?.startsWith('https://') ? { logoUrl: aspsp.logo } : {}),
    roles,
    restrictions: restrictionsOf(aspsp, pays),
  };
}

function paysSepa({ payments }: AspspData): boolean {
  return (payments ?? []).some(
    ({ payment_type, currencies }) =>
      (payment_type === 'SEPA' || payment_type === 'INST_SEPA') && (currencies ?? ['EUR']).includes('EUR'),
  );
}

function restrictionsOf(aspsp: AspspData, pays: boolean): ProviderInstitution['restrictions'] {
  const { beta, psu_types, required_psu_headers } = aspsp;
  const headers = required_psu_headers ?? [];
  const only = psu_types.length === 1 ? psu_types[0] : undefined;
  return [
    ...(beta ? [{ code: 'beta' as const, vars: {} }] : []),
    ...(only === 'business' ? [{ code: 'business_only' as const, vars: {} }] : []),
    ...(only === 'personal' ? [{ code: 'personal_only' as const, vars: {} }] : []),
    ...(headers.length > 0 ? [{ code: 'psu_headers' as const, vars: { headers: headers.join(', ') } }] : []),
    ...(pays ? [] : [{ code: 'no_payments' as const, vars: {} }]),
  ];
}
