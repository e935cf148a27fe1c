/**
 * One page for each country: the banks that take payments and those the Data API reads, joined by their id, which both
 * use. TrueLayer answers a search with all it finds, so a country is the piece that stays small.
 */
import type {
  DirectoryPage,
  Done,
  Failed,
  InstitutionDirectory,
  ProviderInstitution,
} from '@switchyard/rail-kit';
import type { AuthApi, DataProvider } from './api/auth.ts';
import type { PaymentsApi, PaymentsProvider } from './api/payments.ts';
import { failedRead } from './translate.ts';

export const COUNTRIES = [
  'AT',
  'BE',
  'DE',
  'ES',
  'FI',
  'FR',
  'GB',
  'IE',
  'IT',
  'LT',
  'NL',
  'PL',
  'PT',
] as const;

export function createInstitutions(deps: {
  readonly auth: AuthApi;
  readonly payments: PaymentsApi;
}): InstitutionDirectory {
  return {
    async list({ country, after }) {
      const at = COUNTRIES.findIndex((known) => known === (country ?? after ?? COUNTRIES[0]));
      const here = COUNTRIES[at];
      if (here === undefined) return { kind: 'done', result: { institutions: [] } };
      return listCountry(deps, here, country === undefined ? COUNTRIES[at + 1] : undefined);
    },
  };
}

async function listCountry(
  { auth, payments }: Parameters<typeof createInstitutions>[0],
  country: string,
  next: string | undefined,
): Promise<Done<DirectoryPage> | Failed> {
  const readable = await auth.dataProviders();
  if (readable.kind !== 'ok') return failedRead(readable);
  const payable = await payments.searchProviders({
    countries: [country],
    release_channel: 'public_beta',
    authorization_flow: { configuration: { redirect: {} } },
    capabilities: { payments: { bank_transfer: {} } },
  });
  if (payable.kind !== 'ok') return failedRead(payable);
  const institutions = joinProviders(country, readable.body, payable.body.items);
  return { kind: 'done', result: { institutions, ...(next === undefined ? {} : { next }) } };
}

export function joinProviders(
  country: string,
  readable: readonly DataProvider[],
  payable: readonly PaymentsProvider[],
): readonly ProviderInstitution[] {
  const readableHere = readable.filter(
    (provider) => countryOf(provider.country) === country && canLink(provider),
  );
  const payableHere = payable.filter((provider) => provider.country_code === country);
  const dataById = new Map(readableHere.map((provider) => [provider.provider_id, provider]));
  const payableIds = new Set(payableHere.map(({ id }) => id));
  return [
    ...payableHere.map((provider) => payableInstitution(provider, dataById.has(provider.id))),
    ...readableHere
      .filter(({ provider_id }) => !payableIds.has(provider_id))
      .map((provider) => readableInstitution(provider, country)),
  ];
}

/** The Data API has its own word for one country. */
function countryOf(code: string): string {
  const upper = code.toUpperCase();
  return upper === 'UK' ? 'GB' : upper;
}

export function canLink({ scopes }: DataProvider): boolean {
  return scopes.includes('accounts');
}

function payableInstitution(provider: PaymentsProvider, isReadable: boolean): ProviderInstitution {
  const transfer = provider.capabilities?.payments?.bank_transfer;
  const isBeta =
    transfer?.release_channel !== undefined && transfer.release_channel !== 'general_availability';
  return {
    ref: provider.id,
    name: provider.display_name,
    country: provider.country_code,
    ...(provider.swift_code ? { bic: provider.swift_code } : {}),
    ...(provider.logo_uri ? { logoUrl: provider.logo_uri } : {}),
    roles: isReadable ? ['bank-link', 'payment'] : ['payment'],
    restrictions: [
      ...(isBeta ? [{ code: 'beta', vars: {} } as const] : []),
      ...(transfer?.availability?.recommended_status === 'unhealthy'
        ? [{ code: 'unhealthy', vars: {} } as const]
        : []),
      ...(isReadable ? [] : [{ code: 'no_linking', vars: {} } as const]),
    ],
  };
}

function readableInstitution(provider: DataProvider, country: string): ProviderInstitution {
  return {
    ref: provider.provider_id,
    name: provider.display_name,
    country,
    ...(provider.logo_url ? { logoUrl: provider.logo_url } : {}),
    roles: ['bank-link'],
    restrictions: [{ code: 'no_payments', vars: {} }],
  };
}
