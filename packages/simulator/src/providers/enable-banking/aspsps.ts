/** The provider's directory: this world's banks in Europe, called by name and country. */
import { json } from '../../http/replies.ts';
import type { Reply } from '../../http/route.ts';
import type { Bank } from '../../world/bank.ts';
import type { World } from '../../world/world.ts';
import { fieldsOf } from '../xs2a/read-fields.ts';

export const CONSENT_SECONDS_MAX = 180 * 86_400;
export const PAYMENT_TYPES: readonly string[] = ['SEPA', 'INST_SEPA'];
export const PSU_TYPES: readonly string[] = ['personal', 'business'];

const COUNTRIES = 'AT BE DE DK EE ES FI FR GB IE IT LT NL NO PL PT SE'.split(' ');
const DEVICE_HEADERS_COUNTRY = 'FR';
const ENDS_IN_PROCESS_COUNTRY = 'DE';

export function findBank(world: World, aspsp: unknown): Bank | undefined {
  const { name, country } = fieldsOf(aspsp);
  return banksOf(world).find((bank) => bank.name === name && bank.country === country);
}

/** German banks execute in batches, and many never say more than "in process" about a payment that went well. */
export function settledStatusAt({ country }: Bank): 'ACSC' | 'ACSP' {
  return country === ENDS_IN_PROCESS_COUNTRY ? 'ACSP' : 'ACSC';
}

/** SEPA moves euro alone. */
export function paysSepa({ currency }: Bank): boolean {
  return currency === 'EUR';
}

export function listAspsps(world: World, query: URLSearchParams): Reply {
  const [country, psuType, paymentType] = ['country', 'psu_type', 'payment_type'].map((name) =>
    query.get(name),
  );
  const paysOnly = query.get('service') === 'PIS' || paymentType != null;
  const aspsps = banksOf(world)
    .filter((bank) => country == null || bank.country === country)
    .filter((bank) => !paysOnly || paysSepa(bank))
    .map(aspspOf)
    .filter(({ psu_types }) => psuType == null || psu_types.includes(psuType))
    .filter(
      ({ payments }) => paymentType == null || payments.some((offer) => offer.payment_type === paymentType),
    );
  return json(200, { aspsps });
}

function banksOf(world: World): readonly Bank[] {
  return world.banks.all().filter(({ country }) => COUNTRIES.includes(country));
}

function aspspOf(bank: Bank) {
  return {
    name: bank.name,
    country: bank.country,
    logo: `https://enablebanking.com/brands/${bank.country}/${encodeURIComponent(bank.name)}/`,
    psu_types: PSU_TYPES,
    auth_methods: PSU_TYPES.map((psu_type) => ({ psu_type, approach: 'REDIRECT', hidden_method: false })),
    maximum_consent_validity: CONSENT_SECONDS_MAX,
    beta: bank.wish === 'slow',
    ...(bank.bic === '' ? {} : { bic: bank.bic }),
    required_psu_headers: bank.country === DEVICE_HEADERS_COUNTRY ? ['Psu-Ip-Address', 'Psu-User-Agent'] : [],
    payments: paysSepa(bank)
      ? PAYMENT_TYPES.flatMap((type) => PSU_TYPES.map((psu) => offerOf(bank, type, psu)))
      : [],
  };
}

function offerOf(bank: Bank, payment_type: string, psu_type: string) {
  return {
    payment_type,
    psu_type,
    max_transactions: 1,
    currencies: ['EUR'],
    debtor_account_required: true,
    debtor_account_schemas: ['IBAN'],
    creditor_account_schemas: ['IBAN'],
    charge_bearer_values: ['SLEV'],
    remittance_information_lines: [{ min_length: 1, max_length: 140 }],
    final_successful_statuses: [settledStatusAt(bank)],
  };
}
