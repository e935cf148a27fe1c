/** The requests that are measured. The same bytes go to our server and to the raw one. */
import { DIGITS_PLACE, type RequestTemplate, requestTemplate } from './request-template.ts';

/** The fields of a customer besides its user id: some of each kind, as a client would send them. */
export const CUSTOMER_FIELDS = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  country: 'DE',
  metadata: { plan: 'standard', cohort: '2026-10' },
} as const;

/** Addresses of several kinds, none of them anybody's. */
const ADDRESSES = [
  'payto://iban/DE75512108001245126199?receiver-name=Ada%20Lovelace',
  'payto://iban/SOGEDEFFXXX/DE89370400440532013000?amount=EUR:12.50&message=Invoice%2017',
  'payto://iban/GB29NWBK60161331926819?receiver-name=Charles%20Babbage',
  'payto://ach/122000661/1234567',
  'payto://upi/ada@bank?receiver-name=Ada',
] as const;

export function parseRequests(key: string): readonly RequestTemplate[] {
  return ADDRESSES.map((payto) =>
    requestTemplate({ method: 'POST', path: '/v1/addresses/parse', key, body: { payto } }),
  );
}

export function readRequests(
  key: string,
  customers: readonly { readonly id: string }[],
): readonly RequestTemplate[] {
  return customers.map(({ id }) => requestTemplate({ method: 'GET', path: `/v1/customers/${id}`, key }));
}

export function writeRequests(key: string, idempotent: boolean): readonly RequestTemplate[] {
  return [
    requestTemplate({
      method: 'POST',
      path: '/v1/customers',
      key,
      ...(idempotent ? { idempotencyKey: DIGITS_PLACE } : {}),
      body: { externalId: DIGITS_PLACE, ...CUSTOMER_FIELDS },
    }),
  ];
}
